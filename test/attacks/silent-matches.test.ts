import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { advanceDueContests, ensureContests } from '#server/modules/betting/contests/service.ts';
import { unresolvedContests } from '#server/modules/betting/contests/unresolved.ts';
import { fundHouse } from '#server/modules/ledger/points.ts';
import type { FeedUpdate, StatusUpdate } from '#server/modules/match-data/import/feed.ts';
import { importUpdates } from '#server/modules/match-data/import/importer.ts';
import { TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createMatch } from '#test/support/factories.ts';
import { heldBy, stakeOn } from '#test/support/match-course.ts';

/** A match that no feed reports any more must not hold points longer than promised; a silent feed must not void anything. */

const test = useTestApp({ FEED: 'none' });
const KICKOFF = Date.parse(TEST_NOW) + 24 * HOUR_MS;
const at = (ms: number) => new Date(KICKOFF + ms);

beforeEach(async () => {
  test.current.clock.set(at(-6 * HOUR_MS));
  await test.current.deps.db.deleteFrom('feed_contacts').execute();
  await fundHouse(test.current.deps);
});

const tell = (...updates: FeedUpdate[]) =>
  importUpdates({ db: test.current.deps.db, now: test.current.clock.now, log: { warn: () => {} }, speed: 1 }, 'test', updates);

const told = (matchId: string, status: StatusUpdate['status'], minute: number | null): FeedUpdate => ({
  ...{ kind: 'status', matchId, status, minute, stoppage: null, period: null, seenAt: test.current.clock.now() },
  score: { home: 0, away: 0, halftime: null, fulltime: null, extratime: null, penalty: null },
});

/** Creates a match of the feed with a stake of 100 points in its pool. */
async function stakedMatch() {
  const { deps } = test.current;
  const matchId = await createMatch(deps.db, { kickoffAt: at(0) });
  await deps.db
    .insertInto('feed_ids')
    .values({ feed: 'test', kind: 'match', feed_id: String(matchId), id: matchId })
    .execute();
  await ensureContests(deps, [matchId]);
  const user = await stakeOn(test.current, matchId, 'wdl', 'home', 100);
  return { matchId, feedId: String(matchId), user };
}

const poolOf = (matchId: number) =>
  test.current.deps.db
    .selectFrom('contests')
    .select(['id', 'state', 'void_reason'])
    .where('match_id', '=', matchId)
    .where('market', '=', 'wdl')
    .executeTakeFirstOrThrow();

async function goTo(ms: number, ...updates: FeedUpdate[]) {
  test.current.clock.set(at(ms));
  if (updates.length > 0) await tell(...updates);
  await advanceDueContests(test.current.deps);
}

async function abandonAfterAnHour(feedId: string) {
  await goTo(1 * MINUTE_MS, told(feedId, 'h1', 1));
  await goTo(HOUR_MS, told(feedId, 'abd', 60));
}

describe('an abandoned match that its feed no longer reports', () => {
  it.each<[string, FeedUpdate]>([
    ['confirms all that it told', { kind: 'confirmation', seenAt: at(6 * HOUR_MS) }],
    ['answers, and has nothing to tell', { kind: 'contact' }],
  ])('refunds stakes after five hours if the feed %s', async (_, word) => {
    const { matchId, feedId, user } = await stakedMatch();
    await abandonAfterAnHour(feedId);
    expect(await heldBy(test.current.deps.db, 'balance', user.id)).toBe(900);
    await goTo(6 * HOUR_MS - MINUTE_MS, word);
    expect(await poolOf(matchId)).toMatchObject({ state: 'paused' });
    await goTo(6 * HOUR_MS, word);
    expect(await poolOf(matchId)).toMatchObject({ state: 'void', void_reason: 'abandoned' });
    expect(await heldBy(test.current.deps.db, 'balance', user.id)).toBe(1_000);
  });

  it('keeps stakes while the feed itself is silent, which raises an alarm, and refunds them when the feed is back', async () => {
    const { matchId, feedId, user } = await stakedMatch();
    await abandonAfterAnHour(feedId);
    await goTo(6 * HOUR_MS);
    const { id, state } = await poolOf(matchId);
    expect(state).toBe('paused');
    expect(await unresolvedContests(test.current.deps)).toContainEqual({ id, why: 'feed_silent', since: at(HOUR_MS) });
    await goTo(7 * HOUR_MS, { kind: 'contact' });
    expect(await poolOf(matchId)).toMatchObject({ state: 'void' });
    expect(await heldBy(test.current.deps.db, 'balance', user.id)).toBe(1_000);
  });

  it('is not affected by another feed that does not know the match', async () => {
    const { matchId, feedId } = await stakedMatch();
    await abandonAfterAnHour(feedId);
    test.current.clock.set(at(6 * HOUR_MS));
    const { db } = test.current.deps;
    await importUpdates({ db, now: test.current.clock.now, log: { warn: () => {} } }, 'another', [{ kind: 'contact' }]);
    await advanceDueContests(test.current.deps);
    expect(await poolOf(matchId)).toMatchObject({ state: 'paused' });
  });
});

it.each(['susp', 'pst'] as const)('a match that is %s and no longer reported refunds stakes as well', async (status) => {
  const { matchId, feedId, user } = await stakedMatch();
  await goTo(-HOUR_MS, told(feedId, status === 'susp' ? 'h1' : 'ns', status === 'susp' ? 1 : null));
  await goTo(0, told(feedId, status, null));
  await goTo(5 * HOUR_MS, { kind: 'contact' });
  expect(await poolOf(matchId)).toMatchObject({ state: 'void' });
  expect(await heldBy(test.current.deps.db, 'balance', user.id)).toBe(1_000);
});
