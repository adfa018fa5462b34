import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { Score } from '#domain/matches/score.ts';
import { createApiFootballFeed } from '#server/modules/match-data/providers/api-football/api-football-feed.ts';
import { createFootballStore } from '#server/modules/match-data/providers/api-football/progress.ts';
import type { ApiSportsServer, Reply } from '#test/support/api-sports-server.ts';
import { type ApiSportsDay, playService } from './api-sports-day.ts';
import type { Fault, Provider } from './provider.ts';
import { at, MATCH_ID, TEAM_NAMES, type Told } from './truth.ts';

/** API-Football, replaced by a local server. */
export const apiFootball: Provider = {
  name: 'API-Football',
  play: (site, fault) => playService({ hasPages: true, answerAs, create }, site, fault),
  overHttp: {},
  onTheWay: {
    'answered late': { shows: /a request to a feed failed.*timeout/ },
    'answered empty': { shows: null },
    'an error inside status 200': { shows: /a request to a feed failed.*report: / },
    '429': { shows: /a request to a feed failed.*rate_limited/ },
    '500': { shows: /a request to a feed failed.*status 500/ },
    'half a body': { shows: /a request to a feed failed.*terminated/ },
    'a page missing': { shows: /a request to a feed failed.*odds:39:2026.*page: /, windows: [[-180, -120]] },
    'our own clock an hour ahead': { shows: null },
  },
};

export const create: ApiSportsDay['create'] = (settings, { db, ...options }) =>
  createApiFootballFeed(settings, { ...options, store: createFootballStore({ db, now: options.now, log: options.log }) });

export function answerAs({ replies }: ApiSportsServer, tell: () => Told[], wayOf: () => Fault['way']): void {
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

/** Two pages of prices, with those of our match on the second. */
function oddsPage({ league, page }: Record<string, string>, way: Fault['way']): Reply {
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

/** Events are included for matches in play, and for matches requested by id. */
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
