import { afterEach, describe, expect, it } from 'vitest';
import { getHealth } from '#contract/meta.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/app.ts';
import { createContest, createMatch } from '#test/factories.ts';

const test = useTestApp({ DEMO_SPEED: '1' });
const MINUTE = 60_000;
const minutesFromNow = (minutes: number) => new Date(Date.parse(TEST_NOW) + minutes * MINUTE);
const health = async () => (await callApp(test.current.app, getHealth, {})).reply.status;

afterEach(async () => {
  await test.current.deps.db.deleteFrom('contests').execute();
  await test.current.deps.db.deleteFrom('matches').execute();
});

describe('health', () => {
  const match = async (kickoff: number, confirmed: number, status: 'ns' | 'h1' | 'ft' = 'ns') => {
    const id = await createMatch(test.current.deps.db, { kickoffAt: minutesFromNow(kickoff), status });
    await test.current.deps.db
      .updateTable('matches')
      .set({ confirmed_at: minutesFromNow(confirmed) })
      .where('id', '=', id)
      .execute();
    return id;
  };

  it('is ok while there is nothing to hear of', async () => {
    expect(await health()).toBe('ok');
    await match(-200, -120, 'ft');
    await match(24 * 60, -120);
    expect(await health()).toBe('ok');
  });

  it('is degraded while the feed says nothing of what is played now', async () => {
    await match(-30, -11, 'h1');
    expect(await health()).toBe('degraded');
    await match(-30, -1, 'h1');
    expect(await health()).toBe('ok');
  });

  it('is degraded while a contest waits too long for its result', async () => {
    const { db } = test.current.deps;
    const id = await match(-600, -1, 'h1');
    const contest = await createContest(db, id, minutesFromNow(-700));
    await db.updateTable('contests').set({ state: 'locked' }).where('id', '=', contest).execute();
    expect(await health()).toBe('ok');
    await db
      .updateTable('contests')
      .set({ unresolved_at: minutesFromNow(-5) })
      .where('id', '=', contest)
      .execute();
    expect(await health()).toBe('degraded');
  });
});
