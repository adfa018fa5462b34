import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { placeBet } from '#contract/bets.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { proveLedger } from '#server/modules/ledger/ledger-proof.ts';
import type { FeedUpdate, MergeUpdate, StatusUpdate } from '#server/modules/match-data/import/feed.ts';
import { importUpdates } from '#server/modules/match-data/import/importer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createUser } from '#test/support/factories.ts';
import { expectEndedExactly } from '#test/support/ledger.ts';
import { heldBy, waitUntil } from '#test/support/match-course.ts';

/** Matches and teams that their feed deletes because they are the same as others, from the feed to the points moved. */

const test = useTestApp({ FEED: 'none' });
const db = () => test.current.deps.db;
const KICKOFF = Date.parse(TEST_NOW) + 24 * HOUR_MS;
const at = (ms: number) => new Date(KICKOFF + ms);
let serial = 0;
let id: string;
beforeEach(() => {
  id = `m${++serial}`;
  test.current.clock.set(at(-6 * HOUR_MS));
});

async function tell(...updates: FeedUpdate[]) {
  const { deps } = test.current;
  const result = await importUpdates(deps, 'test', updates);
  await deps.wiring.onMatchesImported(deps, result.changes);
  return result;
}
const team = (side: string): FeedUpdate => ({
  kind: 'team',
  id: id + side,
  sport: 'esports',
  name: `Team ${id}${side}`,
  countryCode: null,
});
const league: FeedUpdate = {
  ...{ kind: 'league', id: 'l', sport: 'esports', name: 'Masters', countryCode: null },
  ...{ season: '2026', form: 'cup', drawPossible: false },
};
const fixture = (matchId: string, away = 'b', ms = 0): FeedUpdate => ({
  ...{ kind: 'fixture', id: matchId, leagueId: 'l', season: '2026', round: 'Final', homeTeamId: `${id}a`, awayTeamId: id + away },
  ...{ kickoffAt: at(ms), format: { parts: 3, race: true } },
});
const merge = (own: string, into: string, of: MergeUpdate['of'] = 'match'): FeedUpdate => ({
  ...{ kind: 'merge', of, id: own, into, seenAt: test.current.clock.now() },
});
const result = (matchId: string): StatusUpdate => ({
  ...{ kind: 'status', matchId, status: 'ft', minute: null, stoppage: null, period: null, seenAt: test.current.clock.now() },
  score: { home: 2, away: 0, halftime: null, fulltime: null, extratime: null, penalty: null },
});
const reasons = ({ refused }: Awaited<ReturnType<typeof tell>>) => refused.map(({ reason }) => reason);

async function stake(matchId: number, pick: 'home' | 'away') {
  const user = await createUser(test.current, 1_000);
  const body = { market: 'wdl' as const, match_id: matchId, pick, stake: 100 };
  expect(await callApp(test.current.app, placeBet, body, { token: user.token, key: randomUUID() })).toMatchObject({ status: 201 });
  return user;
}
const contestsOf = (matchId: number) =>
  db().selectFrom('contests').selectAll().where('match_id', '=', matchId).where('participants', '>', 0).execute();
const statusOf = async (matchId: number) =>
  (await db().selectFrom('matches').select('status').where('id', '=', matchId).executeTakeFirstOrThrow()).status;

it('a match that goes on under a new id keeps its stakes and is settled', async () => {
  const { changes } = await tell(league, team('a'), team('b'), fixture(id));
  const matchId = changes[0]!.matchId;
  const [winner, loser] = [await stake(matchId, 'home'), await stake(matchId, 'away')];
  const next = `${id}-next`;
  // The new one is told first, and is refused as the same match.
  expect(reasons(await tell(fixture(next)))).toEqual(['known_by_another_id']);
  expect(await tell(merge(id, next), fixture(next))).toMatchObject({ refused: [], changes: [] });
  expect(await tell(merge(id, next))).toMatchObject({ refused: [], changes: [] });
  await waitUntil(test.current, at(2 * HOUR_MS));
  await tell(result(next));
  await waitUntil(test.current, at(2 * HOUR_MS + MINUTE_MS));
  expect(await contestsOf(matchId)).toMatchObject([{ state: 'settled', winner: 'home' }]);
  expect([await heldBy(db(), 'balance', winner.id), await heldBy(db(), 'balance', loser.id)]).toEqual([1_100, 900]);
});

it('of two known matches the deleted one is cancelled with its stakes returned, and the other goes on', async () => {
  const next = `${id}-next`;
  const { changes } = await tell(league, team('a'), team('b'), fixture(id), fixture(next, 'b', 5 * HOUR_MS));
  const [first, second] = changes.map(({ matchId }) => matchId) as [number, number];
  const [one, other] = [await stake(first, 'home'), await stake(second, 'home')];
  expect(reasons(await tell(merge(id, next)))).toEqual([]);
  expect([await statusOf(first), await statusOf(second)]).toEqual(['canc', 'ns']);
  await waitUntil(test.current, at(-5 * HOUR_MS));
  const [contest] = await contestsOf(first);
  expect(contest).toMatchObject({ state: 'void', void_reason: 'cancelled' });
  expect([await heldBy(db(), 'balance', one.id), await heldBy(db(), 'balance', other.id)]).toEqual([1_000, 900]);
  await expectEndedExactly(db(), contest!.id);
  expect(await contestsOf(second)).toMatchObject([{ state: 'open' }]);
  expect(await proveLedger(db())).toMatchObject({ proven: true });
});

it('a finished match that is merged into a known one keeps its result', async () => {
  const next = `${id}-next`;
  const { changes } = await tell(league, team('a'), team('b'), fixture(id, 'b', -10 * HOUR_MS), fixture(next));
  const matchId = changes[0]!.matchId;
  await tell(result(id));
  await tell(merge(id, next));
  expect(await statusOf(matchId)).toBe('ft');
});

it('a team that goes on under a new id keeps the stakes on its matches', async () => {
  const { changes } = await tell(league, team('a'), team('b'), fixture(id));
  const matchId = changes[0]!.matchId;
  await stake(matchId, 'home');
  expect(await tell(merge(`${id}b`, `${id}c`, 'team'), team('c'), fixture(id, 'c'))).toMatchObject({ refused: [], changes: [] });
  // An answer that was on its way names the old id.
  expect(await tell(fixture(id, 'b'))).toMatchObject({ refused: [], changes: [] });
  expect(await contestsOf(matchId)).toMatchObject([{ state: 'open', participants: 1 }]);
});

it('a team that is merged into another known one is replaced by it, and stakes are returned', async () => {
  const { changes } = await tell(league, team('a'), team('b'), team('c'), fixture(id));
  const matchId = changes[0]!.matchId;
  const user = await stake(matchId, 'home');
  await tell(merge(`${id}b`, `${id}c`, 'team'), fixture(id, 'c'));
  expect(await contestsOf(matchId)).toMatchObject([{ state: 'void', void_reason: 'sides_changed' }]);
  expect(await heldBy(db(), 'balance', user.id)).toBe(1_000);
  const notes = await db().selectFrom('quarantine').select('reason').where('feed_id', '=', `${id}b`).execute();
  expect(notes).toEqual([{ reason: 'merged_teams_both_known' }]);
});

it.each(['match', 'team'] as const)('a merge of an unknown %s, or with itself, is ignored', async (of) => {
  await tell(league, team('a'), team('b'), fixture(id));
  const own = of === 'match' ? id : `${id}a`;
  expect(await tell(merge('nobody', own, of), merge(own, own, of), merge('nobody', 'no-one', of))).toMatchObject({
    refused: [],
    changes: [],
  });
});

it('a chain of merges ends at its last id, and the queries do not grow with the number of merges', async () => {
  const { changes } = await tell(league, team('a'), team('b'), fixture(id), fixture(`${id}-x`, 'b', 5 * HOUR_MS));
  const asked = async (merges: FeedUpdate[]) => {
    let count = 0;
    const dialect = new PostgresDialect({ pool: test.current.database.pool });
    const counted = new Kysely<DB>({ dialect, log: () => void count++ });
    await importUpdates({ ...test.current.deps, db: counted }, 'test', merges);
    return count;
  };
  const few = await asked([merge(id, `${id}-1`)]);
  const chain = Array.from({ length: 50 }, (_, n) => merge(`${id}-${n + 1}`, `${id}-${n + 2}`));
  // An id that is free again within the batch is taken by another match.
  expect(await asked([...chain, merge(`${id}-x`, `${id}-1`)])).toBe(few);
  const ids = await db()
    .selectFrom('feed_ids')
    .select(['feed_id', 'id'])
    .where('kind', '=', 'match')
    .where('feed_id', 'like', `${id}%`)
    .execute();
  expect(ids.sort((one, other) => one.id - other.id)).toEqual([
    { feed_id: `${id}-51`, id: changes[0]!.matchId },
    { feed_id: `${id}-1`, id: changes[1]!.matchId },
  ]);
});
