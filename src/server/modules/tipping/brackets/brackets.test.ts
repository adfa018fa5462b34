import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  type BracketChallenge,
  getBracket,
  getBracketEntry,
  getBracketTable,
  listBrackets,
  putBracket,
  withdrawBracket,
} from '#contract/brackets.ts';
import { readPlan } from '#domain/matches/knock-out-plan.ts';
import { HOUR_MS } from '#domain/time.ts';
import { eraseUser } from '#server/modules/account-closure/deletion.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { createShieldPool, shieldedDb } from '#server/spoiler-shield/shielded-db.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createLeague, createMatch, createTeam, createUser, type LeagueValues, type TestUser } from '#test/support/factories.ts';
import { advanceBrackets } from './advance.ts';
import { entryAt } from './service.ts';
import { table as shownTable } from './table.ts';

const test = useTestApp();
const NOW = new Date(TEST_NOW).getTime();
const at = (hours: number) => new Date(NOW + hours * HOUR_MS);

/** Creates a cup of teams named by letters; by default its semi-finals "AB" and "CD" are in one and two hours. */
async function createCup(names = 'ABCD', pairs = ['AB', 'CD'], round = 'Semi-finals', values: LeagueValues = {}) {
  const { db, clock } = { ...test.current, db: test.current.deps.db };
  clock.set(TEST_NOW);
  const id = await createLeague(db, { form: 'cup', ...values });
  const teams = new Map<string, number>();
  for (const name of names) {
    const team_id = await createTeam(db, name);
    teams.set(name, team_id);
    await db.insertInto('league_teams').values({ league_id: id, season: '2026/27', team_id }).execute();
  }
  const match = (pair: string, name: string, hours: number, group?: string) =>
    createMatch(db, {
      ...{ leagueId: id, homeTeamId: teams.get(pair[0]!)!, awayTeamId: teams.get(pair[1]!)!, round: name, kickoffAt: at(hours) },
      ...(group && { group }),
    });
  const ids: number[] = [];
  for (const [k, pair] of pairs.entries()) ids.push(await match(pair, round, k + 1));
  return { id, match, ids, team: (name: string) => teams.get(name)! };
}

type Cup = Awaited<ReturnType<typeof createCup>>;

/** Ends a match with a score after 90 minutes; `more` overrides. */
const end = (id: number, home: number, away: number, more: Record<string, unknown> = {}) =>
  test.current.deps.db
    .updateTable('matches')
    .set({ status: 'ft', home_score: home, away_score: away, fulltime: [home, away], status_since: test.current.deps.now(), ...more })
    .where('id', '=', id)
    .execute();

/** Tokens last minutes, and these tests hours. */
const as = async ({ id, email, sessionId }: TestUser) => {
  const { serverKeys, now } = test.current.deps;
  return { token: await signAccessToken(serverKeys, { id, email, sessionId }, now()) };
};
const look = async (cup: Cup, user?: TestUser) => callApp(test.current.app, getBracket, { league_id: cup.id }, user ? await as(user) : {});
const table = async (cup: Cup, more: { late?: '0' | '1'; after?: string; page_size?: number } = {}) =>
  (await callApp(test.current.app, getBracketTable, { league_id: cup.id, ...more })).reply;
const entry = (id: string) => callApp(test.current.app, getBracketEntry, { id });

interface Picked {
  /** By round: "AC A". */
  winners: string;
  scores?: { round: number; tie: number; home: number; away: number }[];
  best?: string;
  orders?: string;
  drawn?: string;
}

async function save(cup: Cup, user: TestUser, { winners, scores = [], best = '', orders = '', drawn }: Picked) {
  const ids = (names: string) => [...names].map(cup.team);
  const rows = (text: string) => (text === '' ? [] : text.split(' ').map(ids));
  const shape = drawn ?? (await look(cup, user)).reply.shape?.drawn ?? '';
  const picks = { drawn: shape, orders: rows(orders), best: ids(best), winners: rows(winners), third_place: null, scores };
  return callApp(test.current.app, putBracket, { league_id: cup.id, ...picks }, await as(user));
}

const newUser = () => createUser(test.current);
async function after(hours: number) {
  test.current.clock.set(at(hours));
  await advanceBrackets(test.current.deps);
}
const scoreOf = async (cup: Cup, user: TestUser) => (await look(cup, user)).reply.mine!.score;

describe('a bracket', () => {
  it('can be changed until the first match begins, and is scored as the results come in', async () => {
    const cup = await createCup();
    const [user, other] = [await newUser(), await newUser()];
    expect((await look(cup)).reply).toMatchObject({ state: 'open', begins_at: at(1).toISOString(), mine: null, takes_scores: true });
    expect((await save(cup, user, { winners: 'AC C' })).reply.mine).toMatchObject({ is_locked: false, is_late: false, rank: null });
    const saved = await save(cup, user, { winners: 'AC A', scores: [{ round: 0, tie: 0, home: 2, away: 0 }] });
    expect(saved.reply.mine!.score).toMatchObject({ points: 0, possible: 2 * 8 + 16 + 3, is_alive: true });
    await save(cup, other, { winners: 'BD D' });
    await after(1);
    for (const late of ['AC C', 'AC A'])
      expect(await save(cup, user, { winners: late, drawn: 'x' })).toMatchObject({ status: 409, problem: { code: 'bracket_closed' } });
    await end(cup.ids[0]!, 2, 0);
    await after(1.5);
    const { mine } = (await look(cup, user)).reply;
    expect(mine).toMatchObject({
      is_locked: true,
      score: { points: 11, possible: 11 + 8 + 16 },
      rank: { rank: 1, entries: 2, beats: 100 },
    });
    expect(mine!.score.lines.filter(({ points }) => points > 0).map(({ kind, points }) => [kind, points])).toEqual([
      ['advance', 8],
      ['score', 3],
    ]);
    expect((await look(cup, other)).reply.mine).toMatchObject({
      score: { points: 0, possible: 8 + 16, is_alive: true },
      rank: { rank: 2, beats: 0 },
    });
    expect((await table(cup)).items).toMatchObject([
      { rank: 1, points: 11, champion: { name: 'A' } },
      { rank: 2, points: 0, champion: { name: 'D' } },
    ]);
  });

  it('counts the same whatever order the results and their corrections come in', async () => {
    const [first, second] = [await createCup(), await createCup()];
    const user = await newUser();
    for (const cup of [first, second]) await save(cup, user, { winners: 'AC A', scores: [{ round: 0, tie: 1, home: 1, away: 0 }] });
    await after(3);
    const finals = [await first.match('AC', 'Final', 9), await second.match('AC', 'Final', 9)];
    await end(first.ids[0]!, 1, 0);
    await after(4);
    await end(first.ids[1]!, 1, 0);
    await end(finals[0]!, 2, 2, { status: 'pen', penalty: [4, 3], fulltime: [1, 1] });
    await after(12);
    await end(finals[1]!, 0, 5);
    await end(second.ids[1]!, 0, 3);
    await after(13);
    await end(second.ids[1]!, 1, 0);
    await end(finals[1]!, 2, 2, { status: 'pen', penalty: [4, 3], fulltime: [1, 1] });
    await after(14);
    await end(second.ids[0]!, 1, 0);
    await after(15);
    expect(await scoreOf(second, user)).toEqual({ ...(await scoreOf(first, user)), lines: expect.any(Array) });
    expect((await scoreOf(first, user)).points).toBe(8 + 8 + 16 + 3);
    const rows = await Promise.all(
      [first, second].map(async (cup) => (await table(cup)).items.map(({ points, possible }) => [points, possible])),
    );
    expect(rows[1]).toEqual(rows[0]);
  });

  it('is hidden from everybody else until it cannot be changed any more', async () => {
    const cup = await createCup();
    const [user, other] = [await newUser(), await newUser()];
    const { id } = (await save(cup, user, { winners: 'AC A' })).reply.mine!;
    const seen = async () =>
      JSON.stringify([await entry(id), await table(cup), await look(cup), await look(cup, other)].map((a) => ('reply' in a ? a.reply : a)));
    const before = await seen();
    expect((await entry(id)).reply).toMatchObject({ entry: null, teams: [] });
    await save(cup, user, { winners: 'BD D', scores: [{ round: 1, tie: 0, home: 0, away: 4 }] });
    expect(await seen()).toBe(before);
    // The kick-off has come, but nobody has locked the entry yet: it stays hidden, and cannot be changed.
    test.current.clock.set(at(1));
    expect((await entry(id)).reply.entry).toBeNull();
    await after(1);
    expect((await entry(id)).reply.entry).toMatchObject({ id, is_locked: true });
    // The match is put off: what others have seen stays final.
    await test.current.deps.db
      .updateTable('matches')
      .set({ kickoff_at: at(50), status: 'pst' })
      .where('league_id', '=', cup.id)
      .execute();
    expect(await save(cup, user, { winners: 'AC A' })).toMatchObject({ problem: { code: 'bracket_closed' } });
    expect((await entry(id)).reply.entry).not.toBeNull();
  });

  it('that is made late covers what has not begun, and is ranked apart', async () => {
    const cup = await createCup();
    const [user, late, cheat] = [await newUser(), await newUser(), await newUser()];
    await save(cup, user, { winners: 'AC A' });
    await after(1.1);
    expect((await look(cup, late)).reply).toMatchObject({ state: 'late', closes_at: at(2).toISOString() });
    expect((await save(cup, late, { winners: 'BC C' })).reply.mine).toMatchObject({ is_late: true, is_locked: false });
    await end(cup.ids[0]!, 0, 1);
    expect((await save(cup, cheat, { winners: 'AC C' })).problem).toMatchObject({ code: 'invalid_payload', params: { field: 'winners' } });
    await save(cup, cheat, { winners: 'BC B' });
    test.current.clock.set(at(3));
    await end(cup.ids[1]!, 3, 0);
    await after(4);
    expect(await save(cup, late, { winners: 'BC B' })).toMatchObject({ problem: { code: 'bracket_closed' } });
    // The semi-final that was known brings nothing.
    expect((await scoreOf(cup, late)).lines.map(({ state, points }) => [state, points])).toEqual([
      ['late', 0],
      ['right', 8],
      ['open', 0],
    ]);
    expect([(await table(cup)).items.length, (await table(cup, { late: '1' })).items.length]).toEqual([1, 2]);
    expect((await look(cup, user)).reply.mine!.rank).toMatchObject({ entries: 1 });
  });

  it('gives nothing for a walk-over that was known before its planned kick-off', async () => {
    const cup = await createCup();
    const user = await newUser();
    test.current.clock.set(at(0.5));
    await end(cup.ids[0]!, 3, 0, { status: 'wo', awarded_to: 'home' });
    test.current.clock.set(at(0.6));
    await save(cup, user, { winners: 'AC A' });
    expect((await look(cup, user)).reply.mine).toMatchObject({ is_late: true, score: { points: 0 } });
  });

  it('stands when the draw changes after it was made, and says so', async () => {
    const cup = await createCup('ABCDE');
    const [user, other] = [await newUser(), await newUser()];
    const { drawn } = (await look(cup, user)).reply.shape!;
    await save(cup, user, { winners: 'AC A' });
    // A withdraws, and E takes its place.
    await test.current.deps.db
      .updateTable('matches')
      .set({ home_team_id: cup.team('E') })
      .where('id', '=', cup.ids[0]!)
      .execute();
    expect(await save(cup, other, { winners: 'AC A', drawn })).toMatchObject({ status: 409, problem: { code: 'draw_changed' } });
    expect((await save(cup, other, { winners: 'AC A' })).problem).toMatchObject({ code: 'invalid_payload', params: { field: 'winners' } });
    expect((await look(cup, user)).reply.mine).toMatchObject({ is_outdated: true, score: { is_alive: false, possible: 8 } });
    expect((await save(cup, user, { winners: 'EC E' })).reply.mine).toMatchObject({ is_outdated: false, score: { is_alive: true } });
  });

  it.each([
    ['a stranger', { winners: 'EC C' }, 'winners'],
    ['a team of the other tie', { winners: 'CA A' }, 'winners'],
    ['a round too many', { winners: 'AC A A' }, 'winners'],
    ['groups that are not there', { winners: 'AC A', orders: 'AB' }, 'orders'],
    ['thirds that are not there', { winners: 'AC A', best: 'B' }, 'best'],
    ['a score of no tie', { winners: 'AC A', scores: [{ round: 3, tie: 0, home: 1, away: 0 }] }, 'scores'],
    ['a score against itself', { winners: 'AC A', scores: [{ round: 0, tie: 0, home: 0, away: 1 }] }, 'scores'],
  ])('is refused with %s', async (_, picked, field) => {
    const cup = await createCup('ABCDE');
    expect(await save(cup, await newUser(), picked)).toMatchObject({
      status: 400,
      problem: { code: 'invalid_payload', params: { field } },
    });
  });

  it('can be withdrawn by its user alone, until it is locked, and vanishes with the account', async () => {
    const cup = await createCup();
    const [user, other] = [await newUser(), await newUser()];
    await save(cup, other, { winners: 'AC C' });
    const { id } = (await save(cup, user, { winners: 'AC A' })).reply.mine!;
    const withdraw = async (by: TestUser) => callApp(test.current.app, withdrawBracket, { league_id: cup.id }, await as(by));
    for (let twice = 0; twice < 2; twice++) expect((await withdraw(other)).status).toBe(200);
    expect([(await entry(id)).status, (await look(cup, other)).reply.mine]).toEqual([200, null]);
    await after(1);
    expect(await withdraw(user)).toMatchObject({ status: 409, problem: { code: 'bracket_closed' } });
    await test.current.deps.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', user.id).execute();
    expect([(await entry(id)).status, (await table(cup)).items]).toEqual([404, []]);
    await eraseUser(test.current.deps.db, user.id, 'gone-bracket');
    expect(await test.current.deps.db.selectFrom('bracket_entries').select('id').where('id', '=', id).execute()).toEqual([]);
  });

  it('waits for a draw, and is over with the final', async () => {
    const waiting = await createCup('ABCD', ['AB', 'CD'], 'Round 1');
    expect((await look(waiting)).reply).toMatchObject({ state: 'waiting', shape: null });
    expect((await save(waiting, await newUser(), { winners: 'AC A' })).problem.code).toBe('bracket_closed');
    const cup = await createCup();
    await cup.match('AC', 'Final', 5);
    await end(cup.ids[0]!, 1, 0);
    await end(cup.ids[1]!, 1, 0);
    test.current.clock.set(at(5));
    expect((await look(cup)).reply).toMatchObject({ state: 'closed', shape: null });
    expect((await callApp(test.current.app, getBracket, { league_id: 2_000_000 })).status).toBe(404);
    const league = await createCup('AB', ['AB'], 'Round 1', { form: 'league' });
    expect((await look(league)).reply.state).toBe('waiting');
  });
});

describe('a competition with groups', () => {
  const plan = readPlan('A1-B2 B1-A2');
  const createGroups = async () => {
    const cup = await createCup('ABCDEFGH', [], '', { rules: { knockOuts: plan } });
    const pairs = (names: string) => [...names].flatMap((one, i) => [...names.slice(i + 1)].map((other) => one + other));
    const ids = new Map<string, number>();
    for (const [group, names] of [
      ['Group A', 'ABCD'],
      ['Group B', 'EFGH'],
    ] as const)
      for (const [k, pair] of pairs(names).entries()) ids.set(pair, await cup.match(pair, 'Round 1', k + 1, group));
    return { ...cup, ids, of: (pair: string) => ids.get(pair)! };
  };

  it('is predicted from the order of its groups to the champion before any tie is known', async () => {
    const cup = (await createGroups()) as unknown as Cup & { of: (pair: string) => number };
    const user = await newUser();
    const { reply } = await look(cup, user);
    expect(reply).toMatchObject({
      state: 'open',
      shape: {
        plan: {
          first: [
            [{ place: 1, groups: ['Group A'] }, {}],
            [{}, {}],
          ],
        },
        groups: [{}, {}],
      },
    });
    expect((await save(cup, user, { winners: 'CE E', orders: 'ABCD EFGH' })).problem.params).toEqual({ field: 'winners' });
    expect((await save(cup, user, { winners: 'AE E', orders: 'ABC EFGH' })).problem.params).toEqual({ field: 'orders' });
    expect((await save(cup, user, { winners: 'AE E', orders: 'ABCD EFGH' })).status).toBe(200);
    await after(7);
    // A wins all, then B, then C; in the other group H wins all.
    for (const pair of ['AB', 'AC', 'AD', 'BC', 'BD', 'CD']) await end(cup.of(pair), 2, 0);
    for (const pair of ['EF', 'EG', 'FG']) await end(cup.of(pair), 1, 0);
    for (const pair of ['EH', 'FH', 'GH']) await end(cup.of(pair), 0, 1);
    await after(8);
    const kinds = async () =>
      Object.fromEntries((await scoreOf(cup, user)).lines.map(({ kind, team, state }) => [`${kind} ${team}`, state]));
    expect(await kinds()).toMatchObject({ [`group_place ${cup.team('A')}`]: 'right', [`group_place ${cup.team('E')}`]: 'wrong' });
    await cup.match('AE', 'Semi-finals', 30);
    await cup.match('HB', 'Semi-finals', 31);
    await after(9);
    expect(await kinds()).toMatchObject({ [`qualified ${cup.team('E')}`]: 'right', [`qualified ${cup.team('F')}`]: 'wrong' });
    // E was predicted to beat B, and now meets A, who was predicted to win too.
    expect(await scoreOf(cup, user)).toMatchObject({ points: 4 + 3, possible: 4 + 3 + 8 + 16, is_alive: true });
    // Who comes now predicts the knock-outs alone.
    const late = await newUser();
    expect((await save(cup, late, { winners: 'AH H' })).reply.mine).toMatchObject({ is_late: true, score: { possible: 2 * 8 + 16 } });
  });
});

describe('the table', () => {
  it('shares ranks, and goes on where a page ended', async () => {
    const cup = await createCup();
    for (const winners of ['AC A', 'BC C', 'AC C', 'AD D', 'BD B', 'BC B']) await save(cup, await newUser(), { winners });
    await after(2);
    await end(cup.ids[0]!, 1, 0);
    await end(cup.ids[1]!, 1, 0);
    await after(3);
    const ranks: number[][] = [];
    let next: string | null | undefined;
    do {
      const page = await table(cup, { page_size: 2, ...(next && { after: next }) });
      ranks.push(...page.items.map(({ rank, points }) => [rank, points]));
      next = page.next;
    } while (next);
    expect(ranks).toEqual([
      [1, 16],
      [1, 16],
      [3, 8],
      [3, 8],
      [3, 8],
      [6, 0],
    ]);
    const bad = ['1', '-1.x', `9999999.${cup.id}`, "1.'; drop table users"];
    for (const text of bad) expect((await callApp(test.current.app, getBracketTable, { league_id: cup.id, after: text })).status).toBe(400);
  });
});

describe('the model', () => {
  /** A forecast with strengths as ln of goals for and against. */
  const forecast = (cup: Cup, match: number, pair: string, strengths: readonly [number, number]) => {
    const [home, away] = [cup.team(pair[0]!), cup.team(pair[1]!)];
    const parts = { level: 0, advantage: 0, homeAttack: strengths[0], awayAttack: strengths[1], homeDefence: 0, awayDefence: 0 };
    const content = JSON.stringify({ home_team_id: home, away_team_id: away, football: { leading: { parts } } });
    return test.current.deps.db
      .insertInto('forecasts')
      .values({ match_id: match, model: 'football-1', made_at: at(0), content })
      .onConflict((oc) => oc.column('match_id').doUpdateSet({ content }))
      .execute();
  };

  it('enters before the first match from the forecasts of then, secret until it begins, and takes no place from a user', async () => {
    const cup = await createCup();
    const user = await newUser();
    await save(cup, user, { winners: 'BC C' });
    await after(0.1);
    expect((await look(cup)).reply.model).toBe('later');
    await forecast(cup, cup.ids[0]!, 'AB', [0.4, 0.1]);
    await forecast(cup, cup.ids[1]!, 'CD', [0.2, 0.3]);
    await after(0.2);
    expect((await look(cup)).reply.model).toBe('plays');
    // What is forecast later changes nothing.
    await forecast(cup, cup.ids[0]!, 'AB', [0.1, 0.9]);
    await after(0.3);
    expect((await table(cup)).items).toEqual([]);
    await after(1);
    await end(cup.ids[0]!, 3, 0);
    await after(1.5);
    const { items } = await table(cup);
    expect(items.map(({ handle, rank, points, champion }) => [handle === null, rank, points, champion.name])).toEqual([
      [true, 1, 8, 'A'],
      [false, 1, 0, 'C'],
    ]);
    expect((await look(cup, user)).reply.mine!.rank).toMatchObject({ rank: 1, entries: 1 });
    expect((await entry(items[0]!.id)).reply.entry).toMatchObject({
      handle: null,
      tree: { rounds: [[{}, { winner: cup.team('D') }], [{}]] },
    });
  });

  it('does not play without a forecast of every team, and never enters late', async () => {
    const cup = await createCup();
    await save(cup, await newUser(), { winners: 'AC A' });
    await forecast(cup, cup.ids[0]!, 'AB', [0.4, 0.1]);
    await after(0.5);
    await after(1);
    await forecast(cup, cup.ids[1]!, 'CD', [0.2, 0.3]);
    await after(1.1);
    expect((await look(cup)).reply.model).toBe('none');
    expect((await table(cup)).items).toHaveLength(1);
  });
});

describe('through the spoiler shield', () => {
  it('an entry and the table tell nothing of results until they are revealed', async () => {
    const cup = await createCup();
    const user = await newUser();
    const { mine } = (await save(cup, user, { winners: 'AC A' })).reply;
    await after(1);
    await end(cup.ids[0]!, 2, 0);
    await after(1.5);
    const { deps, database } = test.current;
    // The shield goes by the database's clock.
    await deps.db.updateTable('matches').set({ kickoff_at: sql`now() - interval '1 hour'` }).where('id', '=', cup.ids[0]!).execute();
    const pool = createShieldPool(database.url, () => {});
    const seenWith = async (revealed: number[]) => {
      const shielded = { ...deps, db: shieldedDb(pool, () => ({ revealed })) };
      const { items, is_hidden } = await shownTable(shielded, { league_id: cup.id, section: '', late: '0', page_size: 10 });
      const { entry: seen } = (await entryAt(shielded, mine!.id))!;
      return { items: items.map(({ points }) => points), is_hidden, score: seen!.score.points, rank: seen!.rank?.rank ?? null };
    };
    try {
      expect(await seenWith([])).toEqual({ items: [], is_hidden: true, score: 0, rank: null });
      expect(await seenWith([cup.ids[0]!])).toEqual({ items: [8], is_hidden: false, score: 8, rank: 1 });
    } finally {
      await pool.end();
    }
  });
});

describe('the list', () => {
  it('has the cups of these weeks, those that can be entered first', async () => {
    const [cup, over] = [await createCup(), await createCup()];
    await over.match('AC', 'Final', -3);
    const user = await newUser();
    await save(cup, user, { winners: 'AC A' });
    const { reply } = await callApp(test.current.app, listBrackets, {}, await as(user));
    const of = (id: number) => reply.items.findIndex(({ league }) => league.id === id);
    expect(reply.items[of(cup.id)]).toMatchObject({ state: 'open', is_entered: true, section: '' } satisfies Partial<
      BracketChallenge & { is_entered: boolean }
    >);
    expect(reply.items[of(over.id)]).toMatchObject({ state: 'closed', is_entered: false });
    expect(of(over.id)).toBeGreaterThan(of(cup.id));
    expect((await callApp(test.current.app, listBrackets, { sport: 'tennis' })).reply.items).toEqual([]);
  });
});
