import { expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createMatch, type MatchValues } from '#test/support/factories.ts';
import { FRESH_MS, scoreFreshness } from './freshness.ts';

const test = useTestApp({ FEED: 'none' });
const NOW = Date.parse(TEST_NOW);
const ago = (ms: number) => new Date(NOW - ms);

async function addMatch(values: Partial<MatchValues>, silentMs: number, feed: string | null = 'api-football'): Promise<void> {
  const { db } = test.current.deps;
  const id = await createMatch(db, { kickoffAt: ago(HOUR_MS), status: 'h1', ...values });
  await db
    .updateTable('matches')
    .set({ confirmed_at: ago(silentMs) })
    .where('id', '=', id)
    .execute();
  if (feed)
    await db
      .insertInto('feed_ids')
      .values({ feed, kind: 'match', feed_id: String(id), id })
      .execute();
}
const counts = async () => Object.values(await scoreFreshness(test.current.deps));

it('a match counts from its kick-off to its end, and is stale once no feed has confirmed it for two minutes', async () => {
  expect(await counts()).toEqual([0, 0]);
  await addMatch({}, FRESH_MS);
  expect(await counts()).toEqual([1, 0]);
  await addMatch({ status: 'ht' }, FRESH_MS + 1);
  expect(await counts()).toEqual([2, 1]);
  // A silent feed tells of no kick-off either.
  await addMatch({ status: 'ns', kickoffAt: ago(5 * MINUTE_MS) }, 20 * MINUTE_MS);
  expect(await counts()).toEqual([3, 2]);
});

it.each([
  ['ended', { status: 'ft' }],
  ['are ahead', { status: 'ns', kickoffAt: ago(-MINUTE_MS) }],
  ['were put off', { status: 'pst' }],
  ['were suspended', { status: 'susp' }],
  ['never started', { status: 'ns', kickoffAt: ago(3 * HOUR_MS) }],
  ['were forgotten days ago', { kickoffAt: ago(25 * HOUR_MS) }],
] as const)('matches that %s do not count', async (_, values) => {
  const before = await counts();
  await addMatch(values, 30 * MINUTE_MS);
  expect(await counts()).toEqual(before);
});

it('matches without a feed do not count, because operators confirm them when they change', async () => {
  const before = await counts();
  await addMatch({}, 30 * MINUTE_MS, null);
  await addMatch({}, 30 * MINUTE_MS, 'manual');
  expect(await counts()).toEqual(before);
});
