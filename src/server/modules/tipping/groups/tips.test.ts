import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { endTippingGroup, removeTippingMember, updateTippingGroup } from '#contract/tipping-groups.ts';
import { getTippingRules } from '#contract/tipping-rules.ts';
import { downloadTippingTable, getTippingHistory } from '#contract/tipping-tips.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts';
import { PRESETS, type TippingRules } from '#domain/tipping/rules.ts';
import { scoreTip } from '#domain/tipping/score-tips.ts';
import { TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createMatch, createUser, type TestUser } from '#test/support/factories.ts';
import { createRound, joinAll, scoreMatch, tippingCalls } from '#test/support/tipping.ts';

const test = useTestApp({ FEED: 'none' });
const { call, create, see, round, tip, tipsOf, table, setRules } = tippingCalls(() => test.current);

beforeEach(() => test.current.clock.set(TEST_NOW));

/** A group of an owner and members, on a league with so many matches, a minute apart. */
async function play({ members = 2, matches = 2, rules = {} as Partial<TippingRules> } = {}) {
  const { clock } = test.current;
  const startedAt = clock.now();
  const owner = await createUser(test.current);
  const { leagueId, matchIds } = await createRound(test.current, matches);
  const { reply } = await create(owner, {
    name: 'Friends',
    competitions: [{ kind: 'league', league_id: leagueId }],
    rules: { ...PRESETS.classic, ...rules },
  });
  const joined = await joinAll(test.current, reply.code!, members);
  clock.set(startedAt);
  return { id: reply.id, code: reply.code!, leagueId, matchIds, owner, members: joined, everybody: [owner, ...joined] };
}

const kickOff = (n = 1) => test.current.clock.set(new Date(Date.parse(TEST_NOW) + n * MINUTE_MS));
const of = (match_id: number, home: number, away: number, is_joker = false) => ({ match_id, tip: { home, away }, is_joker });
const outcomes = async (answer: ReturnType<typeof tip>) => (await answer).reply.items.map(({ outcome }) => outcome);
const standings = async (user: TestUser, id: string, by: Parameters<typeof table>[2] = {}) =>
  (await table(user, id, by)).reply.items.filter(({ kind }) => kind === 'member').map(({ place, points }) => [place, points]);

describe('tips', () => {
  it('are entered together, changed and taken back until their match begins, and each says what became of it', async () => {
    const { id, matchIds, owner } = await play({ matches: 3 });
    const [first, second, third] = matchIds as [number, number, number];
    const other = await createMatch(test.current.deps.db, { kickoffAt: new Date(Date.parse(TEST_NOW) + MINUTE_MS) });
    expect(await outcomes(tip(owner, id, [of(first, 2, 1), of(second, 20, 0), of(other, 1, 0)]))).toEqual([
      'saved',
      'saved',
      'not_in_group',
    ]);
    await outcomes(tip(owner, id, [of(first, 0, 0), { match_id: second, tip: null }]));
    const { reply } = await round(owner, id);
    expect(reply.items.map(({ state, mine }) => [state, mine && [mine.home, mine.away]])).toEqual([
      ['open', [0, 0]],
      ['open', null],
      ['open', null],
    ]);
    kickOff();
    expect(await outcomes(tip(owner, id, [of(first, 3, 3), of(third, 1, 0)]))).toEqual(['late', 'saved']);
    expect((await round(owner, id)).reply.items[0]!.mine).toMatchObject({ home: 0, away: 0, entered_at: TEST_NOW });
  });

  it('are judged by the moment at which they arrive, and by a whistle before the announced time', async () => {
    const { id, matchIds, owner } = await play();
    test.current.clock.set(new Date(Date.parse(TEST_NOW) + MINUTE_MS - 1));
    expect(await outcomes(tip(owner, id, [of(matchIds[0]!, 1, 0)]))).toEqual(['saved']);
    await test.current.deps.db
      .updateTable('matches')
      .set({ status: 'h1', home_score: 0, away_score: 0 })
      .where('id', '=', matchIds[1]!)
      .execute();
    expect(await outcomes(tip(owner, id, [of(matchIds[1]!, 1, 0)]))).toEqual(['late']);
  });

  it('refuse what cannot be, and the same match twice', async () => {
    const { id, matchIds, owner } = await play();
    const bad = [
      [{ match_id: matchIds[0]!, tip: { home: 21, away: 0 } }],
      [{ match_id: matchIds[0]!, tip: { home: -1, away: 0 } }],
      [{ match_id: matchIds[0]!, tip: { home: 1.5, away: 0 } }],
      [of(matchIds[0]!, 1, 0), of(matchIds[0]!, 2, 0)],
      [],
    ];
    for (const tips of bad) expect((await tip(owner, id, tips)).status).toBeGreaterThanOrEqual(400);
  });

  it('allow so many jokers a round, for requests side by side too', async () => {
    const { id, matchIds, owner } = await play({ matches: 4, rules: { jokers: { perRound: 1, factor: 2 } } });
    const answers = await Promise.all(matchIds.map((matchId) => outcomes(tip(owner, id, [of(matchId, 1, 0, true)]))));
    expect(answers.flat().sort()).toEqual(['saved', 'too_many_jokers', 'too_many_jokers', 'too_many_jokers']);
    const { reply } = await round(owner, id);
    expect(reply.jokers).toEqual({ set: 1, of: 1 });
    // The joker moves in one request.
    const [from, to] = [reply.items.find(({ mine }) => mine?.is_joker)!, reply.items.find(({ mine }) => !mine?.is_joker)!];
    expect(await outcomes(tip(owner, id, [of(to.match.id, 1, 0, true), of(from.match.id, 1, 0)]))).toEqual(['saved', 'saved']);
  });

  it('close for the whole round at once if the rules say so', async () => {
    const { id, matchIds, owner } = await play({ rules: { deadline: 'round' } });
    expect(await outcomes(tip(owner, id, [of(matchIds[1]!, 1, 0)]))).toEqual(['saved']);
    kickOff();
    expect(await outcomes(tip(owner, id, [of(matchIds[1]!, 2, 0)]))).toEqual(['late']);
    expect((await tipsOf(owner, id, matchIds[1]!)).reply.items).toHaveLength(2);
  });
});

describe('tips of others', () => {
  it('show to nobody before the match has closed, not even as a number', async () => {
    const { id, matchIds, owner, members } = await play();
    const answersOf = async (user: TestUser) => {
      const group = await see(user, id);
      const shown = [await table(user, id), await round(user, id), await call(getTippingHistory, { group_id: id }, user), group];
      return JSON.stringify(shown.map(({ reply }) => ({ ...reply, server_time: 0 })));
    };
    const before = await answersOf(members[1]!);
    await tip(owner, id, [of(matchIds[0]!, 17, 19, false)]);
    await tip(members[0]!, id, [of(matchIds[0]!, 18, 19, false)]);
    expect(await answersOf(members[1]!)).toBe(before);
    expect(await tipsOf(members[1]!, id, matchIds[0]!)).toMatchObject({ status: 403, problem: { code: 'tips_hidden' } });
    kickOff();
    const { items } = (await tipsOf(members[1]!, id, matchIds[0]!)).reply;
    // Members who joined at the same moment come in any order.
    expect(items.map(({ kind, tip: { home, away }, entered_at }) => [kind, home, away, entered_at]).toSorted()).toEqual([
      ['crowd', 17, 19, null],
      ['member', 17, 19, TEST_NOW],
      ['member', 18, 19, TEST_NOW],
    ]);
  });

  it('stay shown, and closed, when a feed moves the match to a later day', async () => {
    const { id, matchIds, owner, members } = await play();
    const [first] = matchIds as [number];
    await tip(owner, id, [of(first, 1, 0)]);
    kickOff();
    await tipsOf(members[0]!, id, first);
    await test.current.deps.db
      .updateTable('matches')
      .set({ kickoff_at: new Date(Date.parse(TEST_NOW) + 2 * DAY_MS), status: 'pst' })
      .where('id', '=', first)
      .execute();
    // Else a member could copy, with a friend at the feed, what the others said.
    expect(await outcomes(tip(members[0]!, id, [of(first, 1, 0)]))).toEqual(['late']);
    expect((await tipsOf(members[0]!, id, first)).status).toBe(200);
  });

  it('are not seen by whoever looks while a tip is still being entered', async () => {
    const { id, matchIds, members } = await play();
    const { db } = test.current.deps;
    await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock_shared(hashtextextended(${id}, 26))`.execute(trx);
      kickOff();
      const looking = tipsOf(members[0]!, id, matchIds[0]!);
      const first = await Promise.race([looking.then(() => 'seen'), new Promise((done) => setTimeout(done, 50, 'waits'))]);
      expect(first).toBe('waits');
      void looking;
    });
    expect((await tipsOf(members[0]!, id, matchIds[0]!)).status).toBe(200);
  });
});

describe('points', () => {
  it('follow the match in play, show the moves, and stand when it is over; a correction counts everywhere', async () => {
    const { id, matchIds, everybody } = await play();
    const [a, b, c] = everybody as [TestUser, TestUser, TestUser];
    const [first] = matchIds as [number];
    await tip(a, id, [of(first, 2, 1)]);
    await tip(b, id, [of(first, 1, 0)]);
    await tip(c, id, [of(first, 0, 0)]);
    kickOff();
    expect(await standings(a, id)).toEqual([
      [1, 0],
      [1, 0],
      [1, 0],
    ]);
    await scoreMatch(test.current, first, [1, 0], 'h1');
    const live = (await table(b, id)).reply;
    expect(live).toMatchObject({ is_live: true, me: { place: 1, place_before: 1, points: 4, live_points: 4 } });
    await scoreMatch(test.current, first, [2, 1]);
    expect(await standings(a, id)).toEqual([
      [1, 4],
      [2, 3],
      [3, 0],
    ]);
    expect((await table(a, id)).reply).toMatchObject({ is_live: false, me: { place: 1, exact: 1, rounds_won: 0, form: [4] } });
    await scoreMatch(test.current, first, [0, 0]);
    expect((await table(c, id)).reply.me).toMatchObject({ place: 1, points: 4 });
    await scoreMatch(test.current, first, [2, 1], 'awd');
    expect(await standings(a, id)).toEqual([
      [1, 0],
      [1, 0],
      [1, 0],
    ]);
    expect((await round(a, id)).reply.items[0]!.state).toBe('void');
  });

  it('are assembled once for all readers: a change that nothing told of shows after seconds', async () => {
    const { id, matchIds, everybody } = await play();
    const [a, b] = everybody as [TestUser, TestUser];
    const [first] = matchIds as [number];
    await tip(a, id, [of(first, 2, 1)]);
    kickOff();
    await scoreMatch(test.current, first, [1, 0], 'h1');
    const best = async (user: TestUser) => (await table(user, id)).reply.items[0]!.points;
    expect(await best(a)).toBe(3);
    await test.current.deps.db.updateTable('matches').set({ away_score: 1, home_score: 2 }).where('id', '=', first).execute();
    expect(await Promise.all([a, b, a].map(best))).toEqual([3, 3, 3]);
    test.current.clock.advance(5_000);
    expect(await Promise.all([b, a, b].map(best))).toEqual([4, 4, 4]);
  });

  it('are recomputed from the terms that everybody sees', async () => {
    const { id, matchIds, everybody } = await play({ members: 4, rules: PRESETS.quota });
    const [first] = matchIds as [number];
    for (const [index, user] of everybody.entries()) await tip(user, id, [of(first, index % 3, 1)]);
    kickOff();
    await scoreMatch(test.current, first, [2, 1]);
    const { reply } = await tipsOf(everybody[0]!, id, first);
    expect(reply.terms).toMatchObject({ is_final: true, tips: 5, right: 1 });
    const { result, rules, weight, tips, right } = reply.terms!;
    for (const row of reply.items) {
      const scored = scoreTip(
        { tip: [row.tip.home, row.tip.away], isJoker: row.is_joker },
        { result: [result.home, result.away], rules, weight, tips, right },
      );
      expect(row.points).toBe(scored.points);
    }
    expect(reply.items.map(({ points }) => points).reduce((sum, points) => sum! + points!, 0)).toBeGreaterThan(0);
  });

  it('count joker and weight, and by default what the rules say', async () => {
    const { id, matchIds, everybody } = await play({ rules: { jokers: { perRound: 1, factor: 3 }, defaultTip: 'zero' } });
    const [a, b, c] = everybody as [TestUser, TestUser, TestUser];
    const [first] = matchIds as [number];
    const { key } = (await round(a, id)).reply;
    await setRules(a, id, { ...PRESETS.classic, jokers: { perRound: 1, factor: 3 }, defaultTip: 'zero', weights: { [key!]: 2 } });
    await tip(a, id, [of(first, 1, 1, true)]);
    await tip(b, id, [of(first, 0, 0)]);
    kickOff();
    await scoreMatch(test.current, first, [0, 0]);
    // A right draw by two goals, tripled and doubled; the exact score doubled; the same by default.
    expect(await standings(a, id)).toEqual([
      [1, 12],
      [2, 8],
      [2, 8],
    ]);
    expect((await round(c, id)).reply.items[0]).toMatchObject({
      ...{ state: 'final', mine: null, by_default: { home: 0, away: 0 } },
      scored: { hit: 'exact', base: 4, joker: 1, weight: 2, points: 8 },
    });
  });

  it('by default are only for those who were members when the match closed', async () => {
    const { id, code, matchIds, owner } = await play({ members: 0, rules: { defaultTip: 'zero' } });
    kickOff();
    await scoreMatch(test.current, matchIds[0]!, [0, 0]);
    expect((await table(owner, id)).reply.me).toMatchObject({ points: 4, tips: 1 });
    // Else who joins in the last round has tipped the whole season.
    const [late] = (await joinAll(test.current, code, 1)) as [TestUser];
    expect((await table(late, id)).reply.me).toMatchObject({ points: 0, tips: 0 });
    expect((await round(late, id)).reply.items[0]).toMatchObject({ by_default: null, scored: null });
    expect((await tipsOf(late, id, matchIds[0]!)).reply.items.filter(({ kind }) => kind === 'member')).toHaveLength(1);
  });

  it('stay those of the rules under which a match closed; the group sees what was changed', async () => {
    const { id, matchIds, everybody } = await play();
    const [owner, other] = everybody as [TestUser, TestUser];
    const [first, second] = matchIds as [number, number];
    await tip(owner, id, [of(first, 1, 0), of(second, 1, 0)]);
    kickOff();
    // Nobody has looked yet: the change itself closes the first match by the old rules.
    const generous = { ...PRESETS.classic, points: { ...PRESETS.classic.points, exact: 100 } };
    await setRules(owner, id, generous);
    kickOff(2);
    await scoreMatch(test.current, first, [1, 0]);
    await scoreMatch(test.current, second, [1, 0]);
    expect((await round(owner, id)).reply.items.map(({ scored }) => scored?.points)).toEqual([4, 100]);
    const { reply } = await call(getTippingRules, { group_id: id }, other);
    expect(reply.history.map(({ version, rules, changed_by }) => [version, rules.points.exact, typeof changed_by])).toEqual([
      [2, 100, 'string'],
      [1, 4, 'string'],
    ]);
  });

  it('of others do not change when a member leaves, and come back when the member does', async () => {
    const { id, code, matchIds, everybody } = await play({ rules: PRESETS.quota });
    const [a, b] = everybody as [TestUser, TestUser];
    for (const user of everybody) await tip(user, id, [of(matchIds[0]!, user === a ? 1 : 0, 0)]);
    kickOff();
    await scoreMatch(test.current, matchIds[0]!, [1, 0]);
    const before = (await table(a, id)).reply.me!.points;
    const { public_handle } = await test.current.deps.db
      .selectFrom('users')
      .select('public_handle')
      .where('id', '=', b.id)
      .executeTakeFirstOrThrow();
    await call(removeTippingMember, { group_id: id, handle: public_handle }, b);
    const { reply } = await table(a, id);
    expect(reply.me!.points).toBe(before);
    expect(reply.items.filter(({ kind }) => kind === 'member')).toHaveLength(2);
    expect((await tipsOf(a, id, matchIds[0]!)).reply.items.map(({ handle }) => handle)).not.toContain(public_handle);
    await tippingCalls(() => test.current).join(b, code);
    expect((await table(b, id)).reply.me).toMatchObject({ tips: 1 });
  });
});

describe('tables', () => {
  it('are of a round, a month or a half-year, page by page, with the form of the last rounds', async () => {
    const { clock } = test.current;
    clock.set('2026-11-30T23:58:30Z');
    const { id, leagueId, matchIds, everybody } = await play();
    const { matchIds: next } = await createRound(test.current, 1, { leagueId, round: 'Round 2' });
    await test.current.deps.db
      .updateTable('matches')
      .set({ kickoff_at: new Date('2026-12-01T00:01:00Z') })
      .where('id', '=', next[0]!)
      .execute();
    const [a, b] = everybody as [TestUser, TestUser];
    await tip(a, id, [of(matchIds[0]!, 1, 0), of(next[0]!, 5, 0)]);
    await tip(b, id, [of(matchIds[0]!, 5, 0), of(next[0]!, 1, 0)]);
    clock.set('2026-12-01T00:03:00Z');
    await scoreMatch(test.current, matchIds[0]!, [1, 0]);
    await scoreMatch(test.current, matchIds[1]!, [1, 0], 'canc');
    await scoreMatch(test.current, next[0]!, [1, 0]);
    const { rounds, current_round } = (await see(a, id)).reply;
    expect(rounds.map(({ round: name, state }) => [name, state])).toEqual([
      ['Round 1', 'over'],
      ['Round 2', 'over'],
    ]);
    expect(current_round).toBe(rounds[1]!.key);
    expect((await table(a, id)).reply.me).toMatchObject({ points: 6, form: [4, 2], rounds_won: 1 });
    expect((await table(a, id, { round: rounds[1]!.key })).reply.me).toMatchObject({ points: 2, place: expect.any(Number) });
    expect((await table(b, id, { period: '2026-12' })).reply.me).toMatchObject({ points: 4 });
    expect((await table(a, id, { period: '2026-H2' })).reply.me).toMatchObject({ points: 6, rounds_won: 1 });
    expect((await table(a, id, { period: '2026-H1' })).reply.me).toMatchObject({ points: 0 });
    const second = (await table(a, id, { page: 2, page_size: 2 })).reply;
    expect(second.items).toHaveLength(2);
    expect(second.total).toBe(5);
    const { reply } = await call(getTippingHistory, { group_id: id }, a);
    // The crowd tipped 1-0 in both rounds.
    expect(reply.lines[0]).toMatchObject({ is_me: true, points: [4, 2], places: [1, 2] });
  });

  it('are read from memory by those who may read the group, and by nobody else', async () => {
    const { id, owner, everybody } = await play();
    const stranger = await createUser(test.current);
    const [, member] = everybody as [TestUser, TestUser];
    const statuses = async () => {
      const answers = [];
      for (const user of [member, stranger, owner, stranger, member]) answers.push((await table(user, id)).status);
      return answers;
    };
    expect(await statuses()).toEqual([200, 404, 200, 404, 200]);
    await call(updateTippingGroup, { group_id: id, visibility: 'listed' }, owner);
    expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
    await call(updateTippingGroup, { group_id: id, visibility: 'private' }, owner);
    expect(await statuses()).toEqual([200, 404, 200, 404, 200]);
    const { public_handle: handle } = await test.current.deps.db
      .selectFrom('users')
      .select('public_handle')
      .where('id', '=', member.id)
      .executeTakeFirstOrThrow();
    await call(removeTippingMember, { group_id: id, handle }, owner);
    expect(await statuses()).toEqual([404, 404, 200, 404, 404]);
    await call(endTippingGroup, { group_id: id }, owner);
    expect(await statuses()).toEqual([404, 404, 404, 404, 404]);
  });

  it('are downloaded as a file that a spreadsheet takes for text', async () => {
    const { id, owner } = await play();
    const answer = await test.current.app.request(`/api/tipping/groups/${id}/table.csv`, {
      headers: { Authorization: `Bearer ${owner.token}` },
    });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect((await answer.text()).split('\r\n')[0]).toContain('place,member,points');
    expect(downloadTippingTable.produces).toBe('text/csv; charset=utf-8');
  });
});

describe('a group', () => {
  it('without matches, or of a league without fixtures, is empty and not an error', async () => {
    const user = await createUser(test.current);
    const { leagueId } = await createRound(test.current, 0);
    const { reply } = await create(user, { name: 'x', competitions: [{ kind: 'league', league_id: leagueId }] });
    expect(reply).toMatchObject({ rounds: [], current_round: null });
    expect((await round(user, reply.id)).reply).toMatchObject({ key: null, items: [] });
    expect((await table(user, reply.id)).reply.me).toMatchObject({ place: 1, points: 0 });
    expect((await round(user, reply.id, 'no such round')).status).toBe(404);
  });

  it('does not count what began before it', async () => {
    const owner = await createUser(test.current);
    const { leagueId, matchIds } = await createRound(test.current, 1);
    test.current.clock.advance(MINUTE_MS + SECOND_MS);
    const { reply } = await create(owner, { name: 'x', competitions: [{ kind: 'league', league_id: leagueId }] });
    expect(reply.rounds).toEqual([]);
    expect(await outcomes(tip(owner, reply.id, [of(matchIds[0]!, 1, 0)]))).toEqual(['not_in_group']);
  });
});
