import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { removeTippingMember, setTippingRole } from '#contract/tipping-groups.ts';
import { type AskedQuestion, changeTippingQuestion, withdrawTippingQuestion } from '#contract/tipping-questions.ts';
import { downloadTippingTable, getTippingHistory } from '#contract/tipping-tips.ts';
import { DAY_MS, MINUTE_MS, utcDay } from '#domain/time.ts';
import { scoreAnswer } from '#domain/tipping/bonus.ts';
import { TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createLeague, createMatch, createTeam, createUser, type TestUser } from '#test/support/factories.ts';
import { createRound, joinAll, scoreMatch, tippingCalls } from '#test/support/tipping.ts';

const test = useTestApp({ FEED: 'none' });
const { call, create, see, table, round, questions, ask, answer, answersTo, setResult } = tippingCalls(() => test.current);

beforeEach(() => test.current.clock.set(TEST_NOW));

const NOW_MS = Date.parse(TEST_NOW);
const inMs = (ms: number) => new Date(NOW_MS + ms);
const later = (ms: number) => test.current.clock.set(inMs(ms));
/** Tokens last for a few minutes more. */
const DEADLINE_MS = 12 * MINUTE_MS;
const DEADLINE = inMs(DEADLINE_MS).toISOString();
/** Answers are shown from here on. */
const afterDeadline = () => later(DEADLINE_MS);

/** A group of an owner and members, on a league with two matches in one and two minutes. */
async function play({ members = 2 } = {}) {
  const owner = await createUser(test.current);
  const { leagueId, matchIds } = await createRound(test.current, 2);
  const { reply } = await create(owner, { name: 'Friends', competitions: [{ kind: 'league', league_id: leagueId }] });
  const joined = await joinAll(test.current, reply.code!, members);
  test.current.clock.set(TEST_NOW);
  return { id: reply.id, leagueId, matchIds, owner, members: joined, roundKey: reply.rounds[0]!.key };
}
type Played = Awaited<ReturnType<typeof play>>;

const CHOICE = { kind: 'choice', text: 'Who brings the cake?', choices: ['Ada', 'Bea', 'Cy'], points: 4, deadline: DEADLINE } as const;
const NUMBER = { kind: 'number', text: 'How many cards?', nearest: true, points: 3, deadline: DEADLINE } as const;

async function asked({ owner, id }: Pick<Played, 'owner' | 'id'>, question: AskedQuestion): Promise<string> {
  const { status, reply, problem } = await ask(owner, id, question);
  expect([status, problem.code, problem.params]).toEqual([201, undefined, undefined]);
  return reply.id;
}
const one = async (user: TestUser, id: string, questionId: string) =>
  (await questions(user, id)).reply.items.find((item) => item.id === questionId)!;
/** The bonus points in the table, of those who have any, the most first. */
const pointsOf = async ({ owner, id }: Pick<Played, 'owner' | 'id'>, period?: string) =>
  (await table(owner, id, period ? { period } : {})).reply.items.map(({ bonus_points }) => bonus_points).filter((points) => points > 0);

/** A league of four teams that meet twice; the second goes up with every result, and the last goes down. */
async function season({ zones = [{ from: 4, to: 4, kind: 'relegation' as const }] } = {}) {
  const { db } = test.current.deps;
  const leagueId = await createLeague(db, { rules: { meetings: 2, zones } });
  const teams = [await createTeam(db), await createTeam(db), await createTeam(db), await createTeam(db)];
  await db
    .insertInto('league_teams')
    .values(teams.map((team_id) => ({ league_id: leagueId, season: '2026/27', team_id })))
    .execute();
  const fixtures = teams.flatMap((home, i) =>
    teams.flatMap((away, j) => (i === j ? [] : [{ home, away, score: i < j ? ([1, 0] as const) : ([0, 1] as const) }])),
  );
  const matchIds: number[] = [];
  for (const [n, { home, away }] of fixtures.entries())
    matchIds.push(
      await createMatch(db, { leagueId, homeTeamId: home, awayTeamId: away, round: `Round ${n}`, kickoffAt: inMs(DAY_MS + n * MINUTE_MS) }),
    );
  const finish = async (ids = matchIds) => {
    for (const id of ids) await scoreMatch(test.current, id, [...fixtures[matchIds.indexOf(id)]!.score]);
  };
  return { leagueId, teams, matchIds, finish };
}

describe('a question', () => {
  it('is asked by the owner alone, and shown to all', async () => {
    const group = await play();
    const id = await asked(group, CHOICE);
    expect((await ask(group.members[0]!, group.id, CHOICE)).problem?.code).toBe('forbidden');
    await call(setTippingRole, { group_id: group.id, handle: await handleOf(group.members[0]!), role: 'helper' }, group.owner);
    expect((await ask(group.members[0]!, group.id, CHOICE)).problem?.code).toBe('forbidden');
    const stranger = await createUser(test.current);
    expect((await ask(stranger, group.id, CHOICE)).status).toBe(404);
    expect((await questions(stranger, group.id)).status).toBe(404);
    expect((await answer(stranger, group.id, id, [0])).status).toBe(404);
    expect(await one(group.members[1]!, group.id, id)).toMatchObject({
      state: 'open',
      choices: ['Ada', 'Bea', 'Cy'],
      mine: null,
      result: null,
    });
  });

  it('is refused with what can be answered by nobody', async () => {
    const group = await play();
    const { leagueId, owner, id, roundKey } = group;
    const bad: [AskedQuestion, string][] = [
      [{ ...CHOICE, deadline: TEST_NOW }, 'deadline'],
      [{ ...CHOICE, deadline: inMs(401 * DAY_MS).toISOString() }, 'deadline'],
      // A league without teams.
      [{ kind: 'team', league_id: leagueId, points: 5, deadline: DEADLINE }, 'league_id'],
      [{ kind: 'player', league_id: 2_000_000_000, points: 5, deadline: DEADLINE }, 'league_id'],
      [{ kind: 'number', round: 'league:1:2026:Round 99', points: 5, deadline: inMs(1).toISOString() }, 'round'],
      [{ kind: 'number', day: '2031-01-01', points: 5, deadline: inMs(1).toISOString() }, 'day'],
      // After the first match has begun.
      [{ kind: 'number', round: roundKey, points: 5, deadline: DEADLINE }, 'deadline'],
    ];
    for (const [question, field] of bad)
      expect((await ask(owner, id, question)).problem).toMatchObject({ code: 'invalid_payload', params: { field } });
    expect((await ask(owner, id, { ...CHOICE, text: 'See https://cheap.example' })).problem?.code).toBe('name_misleading');
    expect((await ask(owner, id, { ...CHOICE, choices: ['Ada', 'ada'] })).problem?.code).toBe('invalid_payload');
  });

  it('is one of fifty at most, of requests side by side too', async () => {
    const group = await play({ members: 0 });
    const first = await asked(group, CHOICE);
    const { db } = test.current.deps;
    await sql`insert into tipping_questions (id, group_id, terms, deadline, asked_at)
      select gen_random_uuid(), group_id, terms, deadline, asked_at from tipping_questions, generate_series(1, 48) where id = ${first}`.execute(
      db,
    );
    const answers = await Promise.all([1, 2, 3].map(() => ask(group.owner, group.id, CHOICE)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it('changes for ten minutes, whether or not anybody has answered, and drops the answers', async () => {
    const group = await play();
    const { owner, id, members } = group;
    const [answered, quiet] = [await asked(group, CHOICE), await asked(group, CHOICE)];
    await answer(members[0]!, id, answered, [1]);
    const change = (question_id: string) =>
      call(changeTippingQuestion, { group_id: id, question_id, asked: { ...CHOICE, choices: ['Dot', 'Eve'] } }, owner);
    later(10 * MINUTE_MS - 1);
    for (const question of [answered, quiet]) expect((await change(question)).status).toBe(200);
    const changed = await one(members[0]!, id, answered);
    expect(changed).toMatchObject({ mine: null, choices: ['Dot', 'Eve'] });
    expect(changed.events.map(({ terms }) => terms?.choices)).toEqual([
      ['Ada', 'Bea', 'Cy'],
      ['Dot', 'Eve'],
    ]);
    later(10 * MINUTE_MS);
    for (const question of [answered, quiet]) expect((await change(question)).problem?.code).toBe('question_fixed');
    expect((await call(changeTippingQuestion, { group_id: id, question_id: answered, asked: CHOICE }, members[0]!)).problem?.code).toBe(
      'forbidden',
    );
  });

  it('is withdrawn until its deadline, and not after its answers are shown', async () => {
    const group = await play();
    const { owner, id, members } = group;
    const [first, second] = [await asked(group, CHOICE), await asked(group, CHOICE)];
    const withdraw = (user: TestUser, question_id: string) => call(withdrawTippingQuestion, { group_id: id, question_id }, user);
    expect((await withdraw(members[0]!, first)).problem?.code).toBe('forbidden');
    expect((await withdraw(owner, first)).status).toBe(200);
    expect((await answer(members[0]!, id, first, [1])).status).toBe(404);
    afterDeadline();
    expect((await withdraw(owner, second)).problem?.code).toBe('question_closed');
  });
});

describe('answers', () => {
  it('are given, changed and taken back until the deadline by the moment of arrival', async () => {
    const group = await play();
    const { id, members } = group;
    const question = await asked(group, CHOICE);
    const [member] = members as [TestUser];
    for (const bad of [[3], [-1], [0, 1], ['Ada'], []]) expect((await answer(member, id, question, bad)).status).toBe(400);
    expect((await answer(member, id, question, [2])).status).toBe(200);
    expect((await one(member, id, question)).mine).toEqual({ values: [2], answered_at: TEST_NOW });
    await answer(member, id, question, null);
    expect((await one(member, id, question)).mine).toBeNull();
    later(DEADLINE_MS - 1);
    expect((await answer(member, id, question, [1])).status).toBe(200);
    afterDeadline();
    for (const values of [[0], null]) expect((await answer(member, id, question, values)).problem?.code).toBe('question_closed');
    expect((await one(member, id, question)).mine?.values).toEqual([1]);
  });

  it('of others show to nobody before the deadline, not even as a number', async () => {
    const group = await play();
    const { owner, id, members } = group;
    const question = await asked(group, NUMBER);
    const seenBy = async (user: TestUser) => {
      const csv = await call(downloadTippingTable, { group_id: id }, user);
      const answers = [await questions(user, id), await table(user, id), await round(user, id), await see(user, id)];
      const more = [
        await call(getTippingHistory, { group_id: id }, user),
        await answersTo(user, id, question),
        await setResult(user, id, question, [7]),
      ];
      return JSON.stringify(
        [...answers, ...more].map(({ status, reply, problem }) => [status, status < 300 ? reply : problem.code]).concat([csv.status]),
      );
    };
    const [before, asOwner] = [await seenBy(members[1]!), await seenBy(owner)];
    await answer(members[0]!, id, question, [7_331]);
    await answer(owner, id, question, [1_337]);
    await answer(owner, id, question, null);
    expect(await seenBy(members[1]!)).toBe(before);
    expect(await seenBy(owner)).toBe(asOwner);
    expect((await answersTo(owner, id, question)).problem?.code).toBe('answers_hidden');
    afterDeadline();
    const { items, closed_at } = (await answersTo(members[1]!, id, question)).reply;
    expect(items.map(({ values, answered_at, scored }) => [values, answered_at, scored])).toEqual([[[7_331], TEST_NOW, null]]);
    expect(closed_at).toBe(DEADLINE);
  });

  it('are not seen by whoever looks while one is still being entered', async () => {
    const group = await play();
    const { id, members } = group;
    const question = await asked(group, CHOICE);
    await test.current.deps.db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock_shared(hashtextextended(${id}, 26))`.execute(trx);
      afterDeadline();
      const looking = answersTo(members[0]!, id, question);
      const first = await Promise.race([looking.then(() => 'seen'), new Promise((done) => setTimeout(done, 50, 'waits'))]);
      expect(first).toBe('waits');
      void looking;
    });
    expect((await answersTo(members[0]!, id, question)).status).toBe(200);
  });

  it('name players whose names may be shown to others', async () => {
    const group = await play();
    const question = await asked(group, { kind: 'player', league_id: group.leagueId, points: 5, deadline: DEADLINE });
    expect((await answer(group.owner, group.id, question, ['Matchpoint Support'])).problem?.code).toBe('name_misleading');
    expect((await answer(group.owner, group.id, question, ['José Pérez'])).status).toBe(200);
    afterDeadline();
    await setResult(group.owner, group.id, question, ['jose perez', 'A. Other']);
    expect((await one(group.owner, group.id, question)).scored).toEqual({ right: 1, points: 5 });
  });
});

describe('a result', () => {
  it('is entered by owner and helpers after the deadline, corrected, taken back, and each time shown with who and when', async () => {
    const group = await play();
    const { owner, id, members } = group;
    const [helper, member] = members as [TestUser, TestUser];
    await call(setTippingRole, { group_id: id, handle: await handleOf(helper), role: 'helper' }, owner);
    const question = await asked(group, CHOICE);
    await answer(member, id, question, [1]);
    expect((await setResult(owner, id, question, [1])).problem?.code).toBe('question_open');
    afterDeadline();
    expect((await setResult(member, id, question, [1])).problem?.code).toBe('forbidden');
    expect((await setResult(owner, id, question, [3])).problem?.code).toBe('invalid_payload');
    expect((await setResult(helper, id, question, [0])).status).toBe(200);
    expect((await one(member, id, question)).scored).toEqual({ right: 0, points: 0 });
    expect((await setResult(owner, id, question, [1, 2])).status).toBe(200);
    expect(await one(member, id, question)).toMatchObject({
      state: 'decided',
      result: { values: [1, 2], origin: 'entered' },
      scored: { right: 1, points: 4 },
    });
    expect(await pointsOf(group)).toEqual([4]);
    // Nobody's: it counts for none.
    await setResult(owner, id, question, []);
    expect(await pointsOf(group)).toEqual([]);
    await setResult(owner, id, question, null);
    const { state, events } = await one(member, id, question);
    expect(state).toBe('closed');
    expect(events.slice(1).map(({ by, result }) => [by, result])).toEqual([
      [await handleOf(helper), [0]],
      ...[[1, 2], [], null].map((result) => [expect.any(String), result]),
    ]);
  });

  it('of the nearest counts answers of those who left, and everybody can recompute it', async () => {
    const group = await play({ members: 3 });
    const { owner, id, members } = group;
    const question = await asked(group, NUMBER);
    for (const [user, value] of [
      [owner, 10],
      [members[0]!, 14],
      [members[1]!, 18],
    ] as const)
      await answer(user, id, question, [value]);
    afterDeadline();
    await setResult(owner, id, question, [12]);
    expect(await pointsOf(group)).toEqual([3, 3]);
    await call(removeTippingMember, { group_id: id, handle: await handleOf(members[0]!) }, owner);
    const { items, terms } = (await answersTo(members[1]!, id, question)).reply;
    expect(items.map(({ values, scored }) => [values, scored?.points])).toEqual([
      [[18], 0],
      [[10], 3],
    ]);
    for (const { values, scored } of items) expect(scoreAnswer(values, terms!)).toEqual(scored);
    expect((await one(owner, id, question)).scored).toEqual({ right: 1, points: 3 });
  });

  it('counts in the month of the deadline', async () => {
    const group = await play();
    const question = await asked(group, CHOICE);
    await answer(group.owner, group.id, question, [1]);
    afterDeadline();
    await setResult(group.owner, group.id, question, [1]);
    expect([await pointsOf(group, DEADLINE.slice(0, 7)), await pointsOf(group, '2026-01')]).toEqual([[4], []]);
  });
});

describe('a derived result', () => {
  it('of a round is the sum of its goals once all is over, and follows corrections; what is entered counts before it', async () => {
    const group = await play();
    const { owner, id, matchIds, roundKey } = group;
    const [first, second] = matchIds as [number, number];
    const deadline = inMs(MINUTE_MS).toISOString();
    const byRound = await asked(group, { kind: 'number', round: roundKey, nearest: true, points: 3, deadline });
    const byDay = await asked(group, { kind: 'number', day: utcDay(NOW_MS), points: 3, deadline });
    for (const question of [byRound, byDay]) await answer(owner, id, question, [4]);
    later(MINUTE_MS);
    await scoreMatch(test.current, first, [2, 1]);
    expect((await one(owner, id, byRound)).state).toBe('closed');
    await scoreMatch(test.current, second, [2, 0], 'h2');
    expect((await one(owner, id, byDay)).state).toBe('closed');
    await scoreMatch(test.current, second, [2, 0]);
    for (const question of [byRound, byDay])
      expect(await one(owner, id, question)).toMatchObject({ state: 'decided', result: { values: [5], origin: 'derived' } });
    expect(await pointsOf(group)).toEqual([3]);
    await scoreMatch(test.current, second, [1, 0]);
    expect(await pointsOf(group)).toEqual([6]);
    await setResult(owner, id, byDay, [9]);
    expect(await one(owner, id, byDay)).toMatchObject({ result: { values: [9], origin: 'entered' }, derived: [4] });
    await setResult(owner, id, byDay, null);
    expect(await pointsOf(group)).toEqual([6]);
    // Of an awarded match nothing counts.
    await scoreMatch(test.current, second, [3, 0], 'awd');
    expect((await one(owner, id, byDay)).result?.values).toEqual([3]);
  });

  it('of a season is in its last table, when every match is over, and follows corrections', async () => {
    const group = await play();
    const { leagueId, teams, matchIds, finish } = await season();
    const deadline = DEADLINE;
    const champion = await asked(group, { kind: 'team', league_id: leagueId, points: 10, deadline });
    const down = await asked(group, { kind: 'teams', picks: 2, league_id: leagueId, points: 5, deadline });
    const own = await asked(group, { kind: 'team', text: 'Who has the loudest fans?', league_id: leagueId, points: 1, deadline });
    expect((await answer(group.owner, group.id, champion, [999_999])).status).toBe(400);
    expect((await answer(group.owner, group.id, champion, [teams[0]!])).status).toBe(200);
    expect((await answer(group.owner, group.id, down, [teams[3]!, teams[0]!])).status).toBe(200);
    afterDeadline();
    await finish(matchIds.slice(1));
    expect((await one(group.owner, group.id, champion)).state).toBe('closed');
    await finish();
    expect((await one(group.owner, group.id, champion)).result).toEqual({ values: [teams[0]], origin: 'derived' });
    expect(await one(group.owner, group.id, down)).toMatchObject({ result: { values: [teams[3]] }, scored: { right: 1, points: 5 } });
    expect((await one(group.owner, group.id, own)).state).toBe('closed');
    expect(await pointsOf(group)).toEqual([15]);
    // A correction of scores makes another champion.
    const { db } = test.current.deps;
    await db
      .updateTable('matches')
      .set({ home_score: 0, away_score: 9 })
      .where('league_id', '=', leagueId)
      .where('home_team_id', '=', teams[0]!)
      .execute();
    expect((await one(group.owner, group.id, champion)).result?.values).toEqual([teams[1]]);
    // Matches of other days drop no standing at once: it is shared for seconds.
    test.current.clock.advance(5_001);
    expect(await pointsOf(group)).toEqual([5]);
  });

  it('is not known where the table does not decide it', async () => {
    const group = await play();
    const { leagueId, matchIds, finish } = await season({
      zones: [
        { from: 1, to: 2, kind: 'championship_round' as never },
        { from: 3, to: 3, kind: 'relegation_playoff' as never },
        { from: 4, to: 4, kind: 'relegation' },
      ],
    });
    const of = { league_id: leagueId, points: 5, deadline: DEADLINE } as const;
    const ids = [await asked(group, { kind: 'team', ...of }), await asked(group, { kind: 'teams', picks: 2, ...of })];
    afterDeadline();
    await finish();
    for (const id of ids) expect((await one(group.owner, group.id, id)).result).toBeNull();
    await test.current.deps.db.updateTable('leagues').set({ rules: '{"meetings":4}' }).where('id', '=', leagueId).execute();
    // Half of the fixtures are not told yet.
    expect((await one(group.owner, group.id, ids[0]!)).result).toBeNull();
    await test.current.deps.db.updateTable('leagues').set({ rules: '{}' }).where('id', '=', leagueId).execute();
    expect((await one(group.owner, group.id, ids[0]!)).result).not.toBeNull();
    await scoreMatch(test.current, matchIds[0]!, [1, 0], 'abd');
    expect((await one(group.owner, group.id, ids[0]!)).result).toBeNull();
  });
});

async function handleOf({ id }: TestUser): Promise<string> {
  const { public_handle } = await test.current.deps.db
    .selectFrom('users')
    .select('public_handle')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return public_handle;
}
