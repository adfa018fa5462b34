import type { MatchStatus } from '#domain/match-status.ts';
import type { Score } from '#domain/score.ts';
import { createApiFootballFeed } from '#server/feeds/api-football/api-football-feed.ts';
import { createFeedStore } from '#server/feeds/api-football/store.ts';
import { runFeed } from '#server/feeds/runner.ts';
import { type ApiSportsServer, type Reply, type Fault as ServerFault, startApiSportsServer } from '#test/api-sports-server.ts';
import { END, type Fault, type OnTheWay, type Provider } from './provider.ts';
import type { Site } from './site.ts';
import { isWithin } from './told-wrongly.ts';
import { at, MATCH_ID, minutesAt, TEAM_NAMES, type Told, truthAt } from './truth.ts';

/** API-Football, answered by a server of our own. */
export const apiFootball: Provider = {
  name: 'API-Football',
  hasStakes: true,
  async play(site, fault) {
    const server = await startApiSportsServer();
    await follow(site, server, fault).finally(server.close);
  },
  onTheWay: {
    'answered late': { shows: /a feed had no answer.*timeout/ },
    'answered empty': { shows: null },
    'an error inside status 200': { shows: /a feed had no answer.*report: / },
    '429': { shows: /a feed had no answer.*rate_limited/ },
    '500': { shows: /a feed had no answer.*status 500/ },
    'half a body': { shows: /a feed had no answer.*terminated/ },
    'a page missing': { shows: /a feed had no answer.*odds:39:2026.*page: /, windows: [[-180, -120]] },
    'our own clock an hour ahead': { shows: null },
  },
};

const TIMEOUT_MS = 100;
const SERVER_FAULTS: Partial<Record<OnTheWay, ServerFault>> = {
  'answered late': { kind: 'slow', ms: 2 * TIMEOUT_MS },
  '429': { kind: 'status', status: 429, headers: { 'Retry-After': '90' } },
  '500': { kind: 'status', status: 500 },
  'half a body': { kind: 'cut' },
};

async function follow({ app, log, tick, onChanges }: Site, server: ApiSportsServer, fault: Fault): Promise<void> {
  const { deps, clock } = app;
  const abort = new AbortController();
  /** Our clock may be wrong; the match goes on as it truly does. */
  let aheadMs = 0;
  const now = () => new Date(clock.now().getTime() + aheadMs);
  const minutes = () => minutesAt(clock.now());
  const isWrong = () => isWithin(fault.windows, minutes());
  answerAs(
    server,
    () => {
      const told = truthAt(minutes());
      return isWrong() && fault.bend ? fault.bend(told) : [told];
    },
    () => (isWrong() ? fault.way : undefined),
  );
  const sleep = async (ms: number) => {
    clock.advance(ms);
    aheadMs = isWrong() && fault.way === 'our own clock an hour ahead' ? 3_600_000 : 0;
    const isBroken = fault.way !== undefined && fault.way in SERVER_FAULTS && isWrong();
    server.faults.length = 0;
    if (isBroken) server.faults.push(...Array(50).fill(SERVER_FAULTS[fault.way!]));
    await tick();
    if (minutes() >= END) abort.abort();
  };
  const settings = { key: 'k', baseUrl: server.url, leagues: ['39', '40'], perDay: 70, perMinute: 30 };
  const store = createFeedStore({ db: deps.db, now, log });
  // Nobody else is to be cut short on a busy machine.
  const timeoutMs = fault.way === 'answered late' ? TIMEOUT_MS : 20_000;
  const feed = createApiFootballFeed(settings, { store, log, now, sleep, timeoutMs });
  await runFeed({ db: deps.db, now, log, sleep }, feed, abort.signal, onChanges).done;
}

function answerAs({ replies }: ApiSportsServer, tell: () => Told[], wayOf: () => OnTheWay | undefined): void {
  const answer = (rows: () => unknown[], pages = 1) => {
    if (wayOf() === 'answered empty') return { rows: [] };
    if (wayOf() === 'an error inside status 200') return { errors: { report: 'Contact our support' } };
    return { rows: rows(), pages };
  };
  replies.set('/leagues', () => answer(() => ['39', '40'].map(leagueRow)));
  replies.set('/odds', (query) => oddsPage(query, wayOf()));
  replies.set('/teams', () => answer(() => Object.entries(TEAM_NAMES).map(([id, name]) => ({ team: { id: Number(id), name } }))));
  replies.set('/fixtures', ({ live, ids, league }) =>
    answer(() =>
      tell()
        .filter(({ fixture }) => league === undefined || league === fixture.leagueId)
        .filter(({ status }) => live === undefined || ['h1', 'ht', 'h2'].includes(status.status))
        .filter(({ fixture }) => ids === undefined || ids.split('-').includes(fixture.id))
        .map((told) => fixtureRow(told, league === undefined)),
    ),
  );
}

/** Two pages of prices, ours on the second one. */
function oddsPage({ league, page }: Record<string, string>, way: OnTheWay | undefined): Reply {
  if (page === '2' && way === 'a page missing') return { errors: { page: 'The page does not exist' } };
  const values = ['Home', 'Draw', 'Away'].map((value, index) => ({ value, odd: `${index + 2}.50` }));
  const row = {
    fixture: { id: Number(MATCH_ID) },
    update: at(-600).toISOString(),
    bookmakers: [{ name: 'Bookie', bets: [{ id: 1, values }] }],
  };
  return { rows: league === '39' && page === '2' ? [row] : [], pages: 2 };
}

const leagueRow = (id: string) => ({
  league: { id: Number(id), name: `League ${id}`, type: 'League' },
  country: { name: 'England', code: 'GB-ENG' },
  seasons: [{ year: 2026, start: '2026-08-14', end: '2027-05-23', current: true, coverage: { odds: true } }],
});

const CODES: Partial<Record<MatchStatus, string>> = { ns: 'NS', h1: '1H', ht: 'HT', h2: '2H', ft: 'FT' };
const pair = (score: Score | null) => ({ home: score?.[0] ?? null, away: score?.[1] ?? null });

/** Events come with matches that are played, and with those that are asked for by their ids. */
function fixtureRow({ fixture, status, events }: Told, hasEvents: boolean) {
  const { home, away, halftime, fulltime } = status.score;
  const team = (id: string) => ({ id: Number(id), name: TEAM_NAMES[id] });
  return {
    fixture: {
      id: Number(fixture.id),
      date: fixture.kickoffAt.toISOString(),
      status: { short: CODES[status.status], elapsed: status.minute },
    },
    league: { id: Number(fixture.leagueId), season: 2026, round: 'Regular Season - 12' },
    teams: { home: team(fixture.homeTeamId), away: team(fixture.awayTeamId) },
    goals: { home, away },
    score: { halftime: pair(halftime), fulltime: pair(fulltime), extratime: pair(null), penalty: pair(null) },
    ...(hasEvents && {
      events: events.map((event) => ({
        time: { elapsed: event.minute, extra: null },
        team: { id: Number(event.side === 'home' ? fixture.homeTeamId : fixture.awayTeamId) },
        player: { id: Number(event.id) || 99, name: event.player },
        type: 'Goal',
        detail: 'Normal Goal',
      })),
    }),
  };
}
