import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { placeBet } from '#contract/bets.ts';
import { listContestCases } from '#contract/contest-admin.ts';
import { getMatch } from '#contract/matches.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { quotesOf } from '#server/modules/betting/contests/quotes.ts';
import { advanceDueContests, advanceMatches, ensureContests } from '#server/modules/betting/contests/service.ts';
import { fundHouse } from '#server/modules/ledger/points.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { createAdmin } from '#test/support/admins.ts';
import { callApp, createTestApp, TEST_NOW, type TestApp } from '#test/support/app.ts';
import { createUser, type TestUser } from '#test/support/factories.ts';
import { followService } from '#test/support/follow-service.ts';
import {
  CHAMPIONS_LEAGUE,
  competitionReply,
  type FootballDataOrgServer,
  matchRow,
  startFootballDataOrgServer,
  type ToldScore,
  teamRow,
} from '#test/support/football-data-org-server.ts';
import { expectEndedExactly } from '#test/support/ledger.ts';
import { heldBy, stakeOn } from '#test/support/match-course.ts';
import { createFootballDataOrgFeed } from './football-data-org-feed.ts';
import { createFootballDataOrgStore } from './progress.ts';

/** A match of a cup that is level after 90 minutes and decided by kicks: 1-1, and 2-3 in the shoot-out, shown as 3-4. */

const KICKOFF_MS = Date.parse(TEST_NOW) + 4 * HOUR_MS;
const KICKOFF = new Date(KICKOFF_MS).toISOString();
const at = (minutes: number) => new Date(KICKOFF_MS + minutes * MINUTE_MS);

const SHOWN: ToldScore = { duration: 'PENALTY_SHOOTOUT', winner: 'AWAY_TEAM', full: [3, 4], half: [1, 0] };
const PARTS: ToldScore = { ...SHOWN, regular: [1, 1], extra: [0, 0], penalties: [2, 3] };
const LEVEL: ToldScore = { full: [1, 1], half: [1, 0] };
const KICKS: ToldScore = { duration: 'PENALTY_SHOOTOUT', full: [2, 2], half: [1, 0] };

/** What lists tell from a minute on. */
const COURSE: [minutes: number, status: string, score: ToldScore][] = [
  [5, 'IN_PLAY', { full: [1, 0] }],
  [52, 'PAUSED', { full: [1, 0], half: [1, 0] }],
  [68, 'IN_PLAY', LEVEL],
  [118, 'PAUSED', LEVEL],
  [125, 'EXTRA_TIME', { ...LEVEL, duration: 'EXTRA_TIME' }],
  [160, 'PENALTY_SHOOTOUT', KICKS],
  [172, 'FINISHED', SHOWN],
];

let site: TestApp;
let server: FootballDataOrgServer;
/** What the answer about the match itself tells beyond the lists, by the minute. */
let own: (minutes: number) => ToldScore | null;

beforeEach(async () => {
  own = () => null;
  // Each test has a site of its own: all play the same match.
  [site, server] = await Promise.all([createTestApp({ FEED: 'none', HOUSE_BANKROLL: '100000' }), startFootballDataOrgServer()]);
  const teams = [teamRow(1, 'Reds FC'), teamRow(2, 'Blues FC')];
  server.replies.set('/competitions/CL', () => competitionReply(CHAMPIONS_LEAGUE));
  server.replies.set('/competitions/CL/teams', () => ({ count: 2, teams }));
  server.replies.set('/competitions/CL/matches', () => ({ matches: [told()] }));
  server.replies.set('/matches', ({ dateFrom }) => ({ matches: dateFrom === KICKOFF.slice(0, 10) ? [told()] : [] }));
  server.replies.set('/matches/*', () => told(own(minutesNow()) ?? undefined));
  await fundHouse(site.deps);
});
afterEach(() => Promise.all([site.database.drop(), server.close()]));

const minutesNow = () => (site.clock.now().getTime() - KICKOFF_MS) / MINUTE_MS;
function told(parts?: ToldScore) {
  const [, status, score] = COURSE.findLast(([from]) => minutesNow() >= from) ?? [0, 'TIMED', {}];
  return matchRow(7, KICKOFF, status, parts ?? score, { ...CHAMPIONS_LEAGUE, stage: 'FINAL', matchday: null });
}

async function follow(minutes: number): Promise<void> {
  const { deps, clock } = site;
  const settings = {
    key: 'a-test-key',
    baseUrl: server.url,
    followed: ['CL'],
    perMinute: 10,
    scores: 'delayed' as const,
    historySeasons: 0,
  };
  const store = createFootballDataOrgStore({ db: deps.db, now: clock.now, log: { warn: () => {} } });
  await followService(deps.db, clock, at(minutes), (options) =>
    createFootballDataOrgFeed(settings, { ...options, store, timeoutMs: 5_000 }),
  );
  const match = await deps.db.selectFrom('matches').select('id').executeTakeFirst();
  if (match !== undefined) await advanceMatches(deps, [match.id]);
  await advanceDueContests(deps);
}

const match = () => site.deps.db.selectFrom('matches').selectAll().executeTakeFirstOrThrow();
const contest = () => site.deps.db.selectFrom('contests').selectAll().where('market', '=', 'wdl').executeTakeFirstOrThrow();
const reasons = async () => (await site.deps.db.selectFrom('quarantine').select('reason').execute()).map(({ reason }) => reason);

/** Follows the feed until before kick-off, and stakes on each pick. */
async function staked(): Promise<TestUser[]> {
  await follow(-120);
  await ensureContests(site.deps);
  const { id } = await match();
  const users: TestUser[] = [];
  for (const pick of ['home', 'draw', 'away'] as const) users.push(await stakeOn(site, id, 'wdl', pick, 100));
  return users;
}
const balances = (users: readonly TestUser[]) => Promise.all(users.map(({ id }) => heldBy(site.deps.db, 'balance', id)));

/** Returns the contests that the console shows as without a usable result. */
async function unresolved() {
  const { token } = await createAdmin(site, 'viewer');
  return (await callApp(site.app, listContestCases, { state: 'unresolved', page_size: 100 }, { token })).reply.items;
}

describe('a match decided by a shoot-out', () => {
  it('settles on its 90 minutes, which only the answer about the match tells', async () => {
    own = (minutes) => (minutes >= 172 ? PARTS : null);
    const users = await staked();
    await follow(175);
    expect(await match()).toMatchObject({
      status: 'pen',
      home_score: 1,
      away_score: 1,
      fulltime: [1, 1],
      extratime: [1, 1],
      penalty: [2, 3],
    });
    await follow(180);
    expect(await contest()).toMatchObject({ state: 'settled', winner: 'draw' });
    expect(await balances(users)).toEqual([900, 1_200, 900]);
    await expectEndedExactly(site.deps.db, (await contest()).id);
    // While the kicks were taken, nobody knew how many of them a score contained.
    expect(await reasons()).toEqual(['the score after 90 minutes is not told']);
  });

  it('shows the score during extra time, and keeps it while kicks of unknown number are in it', async () => {
    await staked();
    await follow(140);
    expect(await match()).toMatchObject({ status: 'et', home_score: 1, away_score: 1, fulltime: null });
    await follow(168);
    expect(await match()).toMatchObject({ status: 'et', home_score: 1, away_score: 1, penalty: null });
    expect(await contest()).toMatchObject({ state: 'locked' });
  });

  it('settles during extra time if the 90 minutes are told by then, whatever lists leave out afterwards', async () => {
    own = (minutes) => (minutes >= 125 && minutes < 160 ? { ...LEVEL, duration: 'EXTRA_TIME', regular: [1, 1], extra: [0, 0] } : null);
    await staked();
    await follow(135);
    expect(await match()).toMatchObject({ status: 'et', fulltime: [1, 1] });
    await follow(240);
    // What was told is not taken back by an answer that leaves it out.
    expect(await match()).toMatchObject({ status: 'et', fulltime: [1, 1] });
    expect(await contest()).toMatchObject({ state: 'settled', winner: 'draw' });
  });

  it('waits for an operator if they are never told, and says so in the console', async () => {
    const users = await staked();
    await follow(190);
    expect(await match()).toMatchObject({ status: 'pen', home_score: null, away_score: null, fulltime: null, penalty: null });
    await follow(120 + 6 * 60 + 10);
    expect(await contest()).toMatchObject({ state: 'locked' });
    expect(await balances(users)).toEqual([900, 900, 900]);
    expect((await unresolved()).map(({ market, match: { status } }) => [market, status])).toContainEqual(['wdl', 'pen']);
    expect(await reasons()).toEqual(['the score after 90 minutes is not told']);
  });

  it('settles by itself when the parts are told hours later', async () => {
    own = (minutes) => (minutes >= 300 ? PARTS : null);
    await staked();
    await follow(290);
    expect(await contest()).toMatchObject({ state: 'locked' });
    await follow(172 + 3 * 60 + 10);
    expect(await match()).toMatchObject({ status: 'pen', fulltime: [1, 1], penalty: [2, 3] });
    await follow(172 + 3 * 60 + 15);
    expect(await contest()).toMatchObject({ state: 'settled', winner: 'draw' });
  });
});

describe('a match whose scores arrive late', () => {
  const bet = async (minutes: number) => {
    const { app, deps, clock } = site;
    clock.set(at(minutes));
    const user = await createUser(site, 1_000);
    const token = await signAccessToken(deps.serverKeys, { id: user.id, email: user.email, sessionId: randomUUID() }, clock.now());
    const { id } = await match();
    return await callApp(app, placeBet, { market: 'wdl', match_id: id, pick: 'home', stake: 100 }, { token, key: randomUUID() });
  };

  it('takes no stakes from its kick-off on, although the feed still calls it coming', async () => {
    await staked();
    expect((await bet(-1)).status).toBe(201);
    // No job has closed the contest yet: the clock alone does.
    const refused = { code: 'contest_not_open' };
    expect((await bet(0)).reply).toMatchObject(refused);
    await follow(4);
    expect(await match()).toMatchObject({ status: 'ns' });
    expect((await bet(4)).reply).toMatchObject(refused);
  });

  it('has no fixed odds from 75 minutes before kick-off on: its forecast is not for sale then', async () => {
    await staked();
    const { deps, clock } = site;
    const { id, home_team_id, away_team_id } = await match();
    const content = JSON.stringify({ home_team_id, away_team_id, outcomes: { home: 0.5, draw: 0.3, away: 0.2 } });
    await deps.db.insertInto('forecasts').values({ match_id: id, model: 'football-1', made_at: clock.now(), content }).execute();
    const quoteAt = async (minutes: number) => {
      clock.set(at(minutes));
      return (await quotesOf(deps.db, deps, [id])).get(id);
    };
    expect(await quoteAt(-75)).toMatchObject({ state: 'firm', basis: 'forecast' });
    expect(await quoteAt(-74)).toMatchObject({ state: 'suspended', suspension: 'too_near' });
  });

  it('says so on its page', async () => {
    await follow(10);
    const { id } = await match();
    expect((await callApp(site.app, getMatch, { id })).reply).toMatchObject({ scores_delayed: true, status: 'live' });
  });
});
