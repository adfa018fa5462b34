import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createMatch, createUser } from '#test/support/factories.ts';

const TOKEN = 'a-token-of-sixteen-letters';
const site = useTestApp({ FEED: 'none', METRICS_TOKEN: TOKEN });
const secondsFromNow = (seconds: number) => new Date(Date.parse(TEST_NOW) + seconds * 1_000);

beforeEach(async () => {
  await site.current.deps.db.deleteFrom('news').execute();
  await site.current.deps.db.deleteFrom('notifications').execute();
});

async function measured() {
  const reply = await site.current.app.request('/api/metrics', { headers: { Authorization: `Bearer ${TOKEN}` } });
  return (await reply.text()).split('\n').filter((line) => /^matchpoint_(news|notifications)/.test(line));
}

it('news count as pending until all users concerned were notified', async () => {
  const { db } = site.current.deps;
  const match_id = await createMatch(db, { kickoffAt: secondsFromNow(-600) });
  const goal = { kind: 'goal', match_id, facts: '{}', paged_at: secondsFromNow(0) };
  await db
    .insertInto('news')
    .values([
      { ...goal, happened_at: secondsFromNow(-90), ended_at: secondsFromNow(-80) },
      { ...goal, happened_at: secondsFromNow(-40) },
      { ...goal, happened_at: secondsFromNow(-7) },
    ])
    .execute();
  expect(await measured()).toEqual(['matchpoint_news 2', 'matchpoint_news_oldest_seconds 40']);
  await db
    .updateTable('news')
    .set({ ended_at: secondsFromNow(0) })
    .execute();
  expect(await measured()).toEqual([]);
});

it('notifications count as late from their due time on, as long as they may still be sent', async () => {
  const { db } = site.current.deps;
  const { id: user_id } = await createUser(site.current);
  const about = { user_id, news_id: 1, payload: '{}', loud: true, not_after: secondsFromNow(600) };
  const one = (channel: 'push' | 'telegram', due: number | null) => ({
    ...{ ...about, target: randomUUID(), tag: 'match:1', channel, next_try_at: due === null ? null : secondsFromNow(due) },
  });
  await db
    .insertInto('notifications')
    .values([
      ...[one('push', -35), one('push', -5), one('telegram', 0)],
      // Claimed, due later, already shown, and expired.
      ...[one('push', 120), one('telegram', null), { ...one('telegram', -3_600), not_after: secondsFromNow(0) }],
    ])
    .execute();
  expect(await measured()).toEqual([
    'matchpoint_notifications{channel="push"} 2',
    'matchpoint_notifications{channel="telegram"} 1',
    'matchpoint_notifications_oldest_seconds{channel="push"} 35',
    'matchpoint_notifications_oldest_seconds{channel="telegram"} 0',
  ]);
});
