import { beforeEach, describe, expect, it } from 'vitest';
import { changeFixture, createFixture, listFixtures } from '#contract/contest-admin.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { createApp } from '#server/app.ts';
import { advanceDueContests, correctDueContests } from '#server/modules/betting/contests/service.ts';
import { unresolvedContests } from '#server/modules/betting/contests/unresolved.ts';
import { healthProblems } from '#server/modules/console/health/service.ts';
import { createAdmin, type TestAdmin } from '#test/support/admins.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createLeague, createMatch, createTeam, type TestUser } from '#test/support/factories.ts';
import { expectEndedExactly } from '#test/support/ledger.ts';
import { heldBy, stakeOn } from '#test/support/match-course.ts';
import { confirmEntered } from './service.ts';

const test = useTestApp({ FEED: 'none' });
const KICKOFF = Date.parse(TEST_NOW) + 24 * HOUR_MS;
const at = (ms: number) => new Date(KICKOFF + ms);
const db = () => test.current.deps.db;

beforeEach(() => test.current.clock.set(TEST_NOW));

let serial = 0;
type New = InputOf<typeof createFixture>;
/** Returns the input for a match of two new teams in a manually entered league, a day from now. */
const wish = (values: Partial<New> = {}): New => ({
  league: { name: 'Sunday League', sport: 'football', country_code: 'VN', draw_possible: true },
  ...{ season: '2026', round: 'Round 1', kickoff_at: at(0).toISOString(), reason: 'There is no feed' },
  ...{ home: { name: `Home ${++serial}` }, away: { name: `Away ${serial}` } },
  ...values,
});
let admin: { by: TestAdmin; since: number } | undefined;
/** Returns a valid token of a reviewer. */
async function token(): Promise<string> {
  const now = test.current.clock.now().getTime();
  if (!admin || Math.abs(now - admin.since) > 5 * MINUTE_MS) admin = { by: await createAdmin(test.current, 'reviewer'), since: now };
  return admin.by.token;
}
const create = async (values: Partial<New> = {}) => callApp(test.current.app, createFixture, wish(values), { token: await token() });
const entered = async (values: Partial<New> = {}) => (await create(values)).reply.fixture;
const tell = async (id: number, values: Omit<InputOf<typeof changeFixture>, 'id' | 'reason'>) =>
  callApp(test.current.app, changeFixture, { id, reason: 'I was there', ...values }, { token: await token() });
const list = async (values: InputOf<typeof listFixtures> = {}) =>
  (await callApp(test.current.app, listFixtures, { page_size: 100, ...values }, { token: await token() })).reply;
const auditOf = (id: number) => db().selectFrom('audit_log').selectAll().where('subject_id', '=', String(id)).orderBy('id').execute();
const contestsOf = (matchId: number) => db().selectFrom('contests').selectAll().where('match_id', '=', matchId).orderBy('market').execute();

/** Sets the clock to `ms` after the start, and runs the jobs once. */
async function runJobs(ms: number): Promise<void> {
  test.current.clock.set(at(ms));
  await confirmEntered(test.current.deps);
  await advanceDueContests(test.current.deps);
  await correctDueContests(test.current.deps);
}

describe('entering a match', () => {
  it('shows it on pages, opens contests, and records the admin in the audit log', async () => {
    const { status, reply } = await create();
    expect(status).toBe(200);
    const { fixture } = reply;
    expect(fixture).toMatchObject({ status: 'ns', season: '2026', league: { name: 'Sunday League', country_code: 'vn' } });
    expect((await contestsOf(fixture.id)).map(({ market, state }) => [market, state])).toEqual([
      ['1x2', 'open'],
      ['wdl', 'open'],
    ]);
    expect((await test.current.app.request(`/api/matches/${fixture.id}`)).status).toBe(200);
    expect(test.current.published.map(({ topic }) => topic)).toContain('matches:2026-11-21');
    expect(await auditOf(fixture.id)).toMatchObject([{ action: 'fixture.create', before: null, reason: 'There is no feed' }]);
  });

  it('creates one match even if sent repeatedly, and reuses league and teams of the same name', async () => {
    const same = wish();
    const send = async () => callApp(test.current.app, createFixture, same, { token: await token() });
    const first = await send();
    const again = await send();
    expect(again.problem).toMatchObject({ code: 'invalid_payload', params: { field: 'kickoff_at' } });
    const later = await callApp(
      test.current.app,
      createFixture,
      { ...same, kickoff_at: at(48 * HOUR_MS).toISOString() },
      { token: await token() },
    );
    expect(later.reply.fixture.home.id).toBe(first.reply.fixture.home.id);
    expect(later.reply.fixture.league.id).toBe(first.reply.fixture.league.id);
  });

  it('accepts a known league and known teams, and starts their next season', async () => {
    const rules = { points: { win: 2, draw: 1 } };
    const leagueId = await createLeague(db(), { season: '2025', rules });
    const [home, away] = [await createTeam(db()), await createTeam(db())];
    const fixture = await entered({ league: { id: leagueId }, home: { id: home }, away: { id: away }, season: '2026' });
    expect(fixture).toMatchObject({ league: { id: leagueId }, home: { id: home }, away: { id: away } });
    const league = await db().selectFrom('leagues').selectAll().where('id', '=', leagueId).executeTakeFirstOrThrow();
    expect(league).toMatchObject({ current_season: '2026', rules, country_code: 'gb-eng' });
    expect((await list({ league_id: leagueId })).items.map(({ id }) => id)).toEqual([fixture.id]);
    expect((await list({ date: '2026-11-21' })).items.map(({ id }) => id)).toContain(fixture.id);
    expect((await list({ date: '2026-11-22', league_id: leagueId })).items).toEqual([]);
  });

  it.each([
    ['a team against itself', { home: { name: 'One' }, away: { name: ' one ' } }, 'away'],
    ['a kick-off that is past', { kickoff_at: '2026-11-20T11:59:00.000Z' }, 'kickoff_at'],
    ['a kick-off in ten years', { kickoff_at: '2036-11-20T12:00:00.000Z' }, 'kickoff_at'],
    ['a kick-off outside its season', { season: '2024/25' }, 'kickoff_at'],
    ['a league that is not there', { league: { id: 2_000_000_000 } }, 'league'],
    ['a team that is not there', { home: { id: 2_000_000_000 } }, 'home'],
  ] as const)('rejects %s', async (_, values, field) => {
    const { problem } = await create(values as Partial<New>);
    expect(problem).toMatchObject({ status: 400, code: 'invalid_payload', params: { field } });
  });

  it('rejects a league of an active feed, a team of another sport and a missing reason', async () => {
    const leagueId = await createLeague(db());
    await db().insertInto('feed_ids').values({ feed: 'api-football', kind: 'league', feed_id: '39', id: leagueId }).execute();
    const following = { ...test.current.deps, config: { ...test.current.deps.config, feeds: ['api-football' as const] } };
    const asked = wish({ league: { id: leagueId } });
    const answer = await callApp(createApp(following), createFixture, asked, { token: await token() });
    expect(answer.problem).toMatchObject({ code: 'invalid_payload', params: { field: 'league' } });
    const league = { name: 'Night Cup', sport: 'tennis', draw_possible: false } as const;
    expect((await create({ league, home: { id: await createTeam(db()) } })).problem.params).toEqual({ field: 'home' });
    expect((await create({ reason: '' })).problem.code).toBe('reason_required');
  });
});

describe('changing an entered match', () => {
  async function staked() {
    const fixture = await entered();
    const users: TestUser[] = [];
    for (const pick of ['home', 'draw', 'away'] as const) users.push(await stakeOn(test.current, fixture.id, 'wdl', pick, 100));
    const contest = (await contestsOf(fixture.id)).find(({ market }) => market === 'wdl')!;
    return { id: fixture.id, users, contestId: contest.id };
  }
  const stateOf = async (matchId: number) => (await contestsOf(matchId)).find(({ market }) => market === 'wdl')!;

  it('locks, settles after a minute and corrects its contest, as updates of a feed do', async () => {
    const { id, users, contestId } = await staked();
    await runJobs(5 * MINUTE_MS);
    expect((await tell(id, { status: 'h1', minute: 5, score: { home: 0, away: 0 } })).reply.fixture).toMatchObject({
      status: 'h1',
      minute: 5,
    });
    expect((await stateOf(id)).state).toBe('locked');
    await runJobs(110 * MINUTE_MS);
    expect((await tell(id, { status: 'ft', score: { home: 2, away: 1, halftime: [1, 1] } })).status).toBe(200);
    await runJobs(112 * MINUTE_MS);
    expect(await stateOf(id)).toMatchObject({ state: 'settled', winner: 'home', home_score: 2, away_score: 1, by_hand_at: null });
    expect(await heldBy(db(), 'balance', users[0]!.id)).toBe(1_200);
    await expectEndedExactly(db(), contestId);
    expect((await tell(id, { score: { home: 1, away: 1 } })).reply.fixture.score).toMatchObject({ home: 1, away: 1, fulltime: [1, 1] });
    await runJobs(114 * MINUTE_MS);
    expect(await stateOf(id)).toMatchObject({ state: 'settled', winner: 'draw' });
    await expectEndedExactly(db(), contestId);
    expect((await auditOf(id)).map(({ action }) => action)).toEqual([
      'fixture.create',
      'fixture.change',
      'fixture.change',
      'fixture.change',
    ]);
    expect((await auditOf(id))[3]).toMatchObject({ before: { score: { home: 2 } }, after: { score: { home: 1 } } });
  });

  it('keeps an entered postponement, so that the contest is void after five hours', async () => {
    const { id, users } = await staked();
    await tell(id, { status: 'pst' });
    await runJobs(0);
    expect((await stateOf(id)).state).toBe('void');
    expect(await heldBy(db(), 'balance', users[0]!.id)).toBe(1_000);
  });

  it('leaves the contest locked for review, not void, when nothing was entered after kick-off', async () => {
    const { id, contestId } = await staked();
    await runJobs(6 * HOUR_MS);
    expect((await stateOf(id)).state).toBe('locked');
    expect(await unresolvedContests(test.current.deps)).toContainEqual({ id: contestId, why: 'not_entered', since: at(0) });
    expect(await healthProblems(test.current.deps)).not.toContain('feed_late');
    await runJobs(9 * HOUR_MS);
    expect(await healthProblems(test.current.deps)).toContain('contest_unresolved');
    await tell(id, { status: 'ft', score: { home: 0, away: 1 } });
    await runJobs(9 * HOUR_MS + 2 * MINUTE_MS);
    expect(await stateOf(id)).toMatchObject({ state: 'settled', winner: 'away' });
  });

  it('moves its kick-off before it has begun', async () => {
    const { id } = await staked();
    const later = at(3 * HOUR_MS).toISOString();
    expect((await tell(id, { kickoff_at: later })).reply.fixture.kickoff_at).toBe(later);
    expect((await stateOf(id)).deadline_at).toEqual(at(3 * HOUR_MS));
    expect((await tell(id, { kickoff_at: null })).reply.fixture).toMatchObject({ kickoff_at: null, status: 'tbd' });
    expect((await tell(id, { kickoff_at: later })).reply.fixture).toMatchObject({ kickoff_at: later, status: 'ns' });
    await runJobs(3 * HOUR_MS + MINUTE_MS);
    await tell(id, { status: 'h1', minute: 1, score: { home: 0, away: 0 } });
    expect((await tell(id, { kickoff_at: at(9 * HOUR_MS).toISOString() })).problem.params).toEqual({ field: 'kickoff_at' });
  });

  it.each([
    ['a score that drops', { score: { home: 0, away: 0 } }, 'score'],
    ['a whistle before the match can be over', { status: 'ft' }, 'status'],
    ['a match that is not begun any more', { status: 'ns' }, 'status'],
    ['a half that had more than the whole', { score: { home: 3, away: 0, halftime: [4, 0] } }, 'score'],
    ['extra time without the score before it', { status: 'aet', score: { home: 3, away: 2 } }, 'score.fulltime'],
    ['a kick-off that is past', { kickoff_at: '2026-11-20T11:00:00.000Z' }, 'kickoff_at'],
  ] as const)('rejects the change to %s', async (_, values, field) => {
    const { id } = await entered();
    test.current.clock.set(at(40 * MINUTE_MS));
    await tell(id, { status: 'h1', minute: 40, score: { home: 3, away: 0 } });
    const before = await auditOf(id);
    const { problem } = await tell(id, values as never);
    expect(problem).toMatchObject({ status: 400, code: 'invalid_payload', params: { field } });
    expect(await auditOf(id)).toHaveLength(before.length);
    expect((await list()).items.find((item) => item.id === id)).toMatchObject({ status: 'h1', score: { home: 3, away: 0 } });
  });

  it('rejects an end without a score, an empty change, and a match that was not entered manually', async () => {
    const { id } = await entered();
    test.current.clock.set(at(100 * MINUTE_MS));
    expect((await tell(id, { status: 'ft' })).problem.params).toEqual({ field: 'score' });
    expect((await tell(id, {})).problem.code).toBe('missing_fields');
    const other = await createMatch(db(), { kickoffAt: at(0) });
    expect((await tell(other, { status: 'h1' })).problem.code).toBe('not_found');
  });

  it('applies simultaneous changes one after the other', async () => {
    const { id } = await entered();
    test.current.clock.set(at(40 * MINUTE_MS));
    await token();
    const answers = await Promise.all([1, 2, 3, 4].map((home) => tell(id, { status: 'h1', score: { home, away: 0 } })));
    expect((await auditOf(id)).length).toBe(1 + answers.filter(({ status }) => status === 200).length);
    const { score } = (await list()).items.find((item) => item.id === id)!;
    expect(answers.some(({ reply }) => reply?.fixture?.score.home === score.home)).toBe(true);
  });
});
