import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { placeBet } from '#contract/bets.ts';
import { listContests } from '#contract/contests.ts';
import { getReceipt } from '#contract/receipts.ts';
import type { SeriesFormat } from '#domain/matches/series-format.ts';
import type { Pick } from '#domain/matches/sport.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { proveLedger } from '#server/modules/ledger/ledger-proof.ts';
import type { FeedUpdate, FixtureUpdate, StatusUpdate } from '#server/modules/match-data/import/feed.ts';
import { importUpdates } from '#server/modules/match-data/import/importer.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createUser, type TestUser } from '#test/support/factories.ts';
import { expectEndedExactly } from '#test/support/ledger.ts';
import { heldBy, waitUntil } from '#test/support/match-course.ts';

/** Matches of one league with different formats, from what their feed reports to the points moved. */

const test = useTestApp({ FEED: 'none' });
const db = () => test.current.deps.db;
const KICKOFF = Date.parse(TEST_NOW) + 24 * HOUR_MS;
const at = (ms: number) => new Date(KICKOFF + ms);
const TWO_MAPS: SeriesFormat = { parts: 2, race: false };
const BEST_OF_3: SeriesFormat = { parts: 3, race: true };

beforeEach(() => test.current.clock.set(at(-6 * HOUR_MS)));

async function tell(...updates: FeedUpdate[]) {
  const { deps } = test.current;
  const result = await importUpdates(deps, 'test', updates);
  await deps.wiring.onMatchesImported(deps, result.changes);
  return result;
}

let serial = 0;
const team = (id: string): FeedUpdate => ({ kind: 'team', id, sport: 'esports', name: `Team ${id}`, countryCode: null });
const league: FeedUpdate = {
  ...{ kind: 'league', id: 'l', sport: 'esports', name: 'Masters', countryCode: null },
  ...{ season: '2026', form: 'cup', drawPossible: false },
};
type Terms = Partial<globalThis.Pick<FixtureUpdate, 'format' | 'contestBarred' | 'kickoffAt'>>;

/** Reports a new match of the league; returns its id, and how to report it again and its result. */
async function matchOf(terms: Terms) {
  const id = `m${++serial}`;
  const fixture = (now: Terms): FixtureUpdate => ({
    ...{ kind: 'fixture', id, leagueId: 'l', season: '2026', round: 'Group A', homeTeamId: `${id}a`, awayTeamId: `${id}b` },
    ...{ kickoffAt: at(0), ...now },
  });
  const { changes } = await tell(league, team(`${id}a`), team(`${id}b`), fixture(terms));
  const result = (home: number, away: number): StatusUpdate => ({
    ...{ kind: 'status', matchId: id, status: 'ft', minute: null, stoppage: null, period: null, seenAt: test.current.clock.now() },
    score: { home, away, halftime: null, fulltime: null, extratime: null, penalty: null },
  });
  return {
    matchId: changes[0]!.matchId,
    report: (now: Terms) => tell(fixture(now)),
    end: async (...score: [number, number]) => tell(result(...score)),
  };
}

const stake = async (matchId: number, pick: Pick, by?: TestUser) => {
  const user = by ?? (await createUser(test.current, 1_000));
  const body = { market: 'wdl' as const, match_id: matchId, pick, stake: 100 };
  return { user, answer: await callApp(test.current.app, placeBet, body, { token: user.token, key: randomUUID() }) };
};
const contestsOf = async (matchId: number) => {
  const rows = await db().selectFrom('contests').selectAll().where('match_id', '=', matchId).where('market', '=', 'wdl').execute();
  return rows.sort((one, other) => one.created_at.getTime() - other.created_at.getTime() || (one.state === 'void' ? -1 : 1));
};
const balanceOf = ({ id }: TestUser) => heldBy(db(), 'balance', id);

describe('in one league', () => {
  it('two maps take a stake on the draw and pay it, and a best of 3 refuses it', async () => {
    const [level, race] = [await matchOf({ format: TWO_MAPS }), await matchOf({ format: BEST_OF_3 })];
    const { reply } = await callApp(test.current.app, listContests, { id: level.matchId });
    expect(reply.items.find(({ market }) => market === 'wdl')!.options.map(({ pick }) => pick)).toEqual(['home', 'draw', 'away']);
    const drawn = await stake(level.matchId, 'draw');
    const home = await stake(level.matchId, 'home');
    expect([drawn.answer.status, home.answer.status]).toEqual([201, 201]);
    const { answer, user } = await stake(race.matchId, 'draw');
    expect(answer).toMatchObject({ status: 422, problem: { code: 'option_required' } });
    expect(await balanceOf(user)).toBe(1_000);

    await waitUntil(test.current, at(2 * HOUR_MS));
    await level.end(1, 1);
    expect((await race.end(1, 1)).refused).toMatchObject([{ reason: 'level_where_no_match_can_be' }]);
    await waitUntil(test.current, at(2 * HOUR_MS + MINUTE_MS));
    expect(await contestsOf(level.matchId)).toMatchObject([{ state: 'settled', winner: 'draw' }]);
    expect([await balanceOf(drawn.user), await balanceOf(home.user)]).toEqual([1_100, 900]);
  });

  it.each<[string, SeriesFormat, SeriesFormat, Pick]>([
    ['a best of 3 that becomes two maps', BEST_OF_3, TWO_MAPS, 'home'],
    ['two maps that become a best of 3', TWO_MAPS, BEST_OF_3, 'draw'],
  ])('%s gives stakes back and opens a contest with the new picks', async (_, before, after, pick) => {
    const { matchId, report } = await matchOf({ format: before });
    const { user } = await stake(matchId, pick);
    await report({ format: after });
    const [old, next] = await contestsOf(matchId);
    expect([old, next]).toMatchObject([
      { state: 'void', void_reason: 'format_changed' },
      { state: 'open', draw_possible: after === TWO_MAPS },
    ]);
    expect(await balanceOf(user)).toBe(1_000);
    await expectEndedExactly(db(), old!.id);
    const { reply } = await callApp(test.current.app, getReceipt, { id: old!.id });
    expect(reply.contest).toMatchObject({ state: 'void', void_reason: 'format_changed' });
    expect((await stake(matchId, 'draw')).answer.status).toBe(after === TWO_MAPS ? 201 : 422);
    expect(await proveLedger(db())).toMatchObject({ proven: true });
  });

  it('a best of 3 that becomes a best of 5 keeps its contest', async () => {
    const { matchId, report } = await matchOf({ format: BEST_OF_3 });
    const { user } = await stake(matchId, 'home');
    await report({ format: { parts: 5, race: true } });
    expect(await contestsOf(matchId)).toMatchObject([{ state: 'open', participants: 1 }]);
    expect(await balanceOf(user)).toBe(900);
  });
});

describe('a barred match', () => {
  it('gets no contest, from whatever job, until its feed allows one', async () => {
    const { matchId, report } = await matchOf({ contestBarred: 'unknown_format' });
    await waitUntil(test.current, at(-5 * HOUR_MS));
    expect(await contestsOf(matchId)).toEqual([]);
    expect((await stake(matchId, 'home')).answer).toMatchObject({ status: 409, problem: { code: 'contest_not_open' } });
    await report({ format: TWO_MAPS });
    expect(await contestsOf(matchId)).toMatchObject([{ state: 'open', draw_possible: true }]);
  });

  it('gets none once it has begun', async () => {
    const { matchId, report } = await matchOf({ contestBarred: 'unknown_format' });
    await waitUntil(test.current, at(MINUTE_MS));
    await report({ format: TWO_MAPS });
    expect(await contestsOf(matchId)).toEqual([]);
  });

  it('gives stakes back when it is barred after its contest opened, also in play', async () => {
    for (const ms of [-5 * HOUR_MS, HOUR_MS]) {
      test.current.clock.set(at(-6 * HOUR_MS));
      const { matchId, report } = await matchOf({ format: BEST_OF_3 });
      const { user } = await stake(matchId, 'home');
      await waitUntil(test.current, at(ms));
      await report({ contestBarred: 'map_advantage' });
      const [contest, ...others] = await contestsOf(matchId);
      expect(contest).toMatchObject({ state: 'void', void_reason: 'barred' });
      expect(others).toEqual([]);
      expect(await balanceOf(user)).toBe(1_000);
      await expectEndedExactly(db(), contest!.id);
    }
  });

  it('is settled on its result when it is barred only after its end', async () => {
    const { matchId, report, end } = await matchOf({ format: BEST_OF_3 });
    const { user } = await stake(matchId, 'home');
    await stake(matchId, 'away');
    await waitUntil(test.current, at(2 * HOUR_MS));
    await end(2, 0);
    expect((await report({ contestBarred: 'map_advantage' })).refused).toMatchObject([{ reason: 'contest_barred_after_the_end' }]);
    await waitUntil(test.current, at(2 * HOUR_MS + MINUTE_MS));
    expect(await contestsOf(matchId)).toMatchObject([{ state: 'settled', winner: 'home' }]);
    expect(await balanceOf(user)).toBe(1_100);
  });
});
