import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { Score } from '#domain/matches/score.ts';
import { createApiBasketballFeed } from '#server/modules/match-data/providers/api-basketball/api-basketball-feed.ts';
import { createBasketballStore } from '#server/modules/match-data/providers/api-basketball/progress.ts';
import type { ApiSportsServer } from '#test/support/api-sports-server.ts';
import { type ApiSportsDay, playService } from './api-sports-day.ts';
import type { Fault, Provider } from './provider.ts';
import { TEAM_NAMES, type Told } from './truth.ts';
import { withoutDraw } from './without-draw.ts';

const NO_EVENTS = { meaningless: 'it has no events' };

/** Coming games are requested twice a day, which is once before this kick-off. */
const UNTIL_KICKOFF: Fault['windows'] = [[-180, -20]];

/** A draw in football is a win of the guests by three points. */
const pointsOf = ([home, away]: Score): Score => [10 * home, 10 * away + 3];

/** API-Basketball reports the same match as a game that cannot end level: ten points per goal, and three for the guests. */
export const apiBasketball: Provider = {
  name: 'API-Basketball',
  play: (site, fault) => playService({ hasPages: false, answerAs, create }, site, fault),
  leaves: withoutDraw(pointsOf),
  overHttp: {},
  onTheWay: {
    'answered late': { shows: /a request to a feed failed.*timeout/ },
    'answered empty': { shows: null },
    'an error inside status 200': { shows: /a request to a feed failed.*report: / },
    '429': { shows: /a request to a feed failed.*rate_limited/ },
    '500': { shows: /a request to a feed failed.*status 500/ },
    'half a body': { shows: /a request to a feed failed.*terminated/ },
    'a page missing': { meaningless: 'it has no pages' },
    'our own clock an hour ahead': { shows: null },
  },
  toldWrongly: {
    'events out of order': NO_EVENTS,
    'an event taken back': NO_EVENTS,
    'a kick-off moved, and moved back': { shows: null, windows: UNTIL_KICKOFF },
    'teams swapped before the kick-off': { shows: /teams_swapped/, ends: 'given back', windows: UNTIL_KICKOFF },
    'the clock wrong': { meaningless: 'its clock is not read' },
    'the final whistle in the first half': { meaningless: 'how long a game takes at least, nobody knows' },
  },
};

const create: ApiSportsDay['create'] = (settings, { db, ...options }) =>
  createApiBasketballFeed(settings, { ...options, store: createBasketballStore({ db, now: options.now, log: options.log }) });

function answerAs({ replies }: ApiSportsServer, tell: () => Told[], wayOf: () => Fault['way']): void {
  const answer = (rows: () => unknown[]) => {
    if (wayOf() === 'answered empty') return { rows: [] };
    if (wayOf() === 'an error inside status 200') return { errors: { report: 'Contact our support' } };
    return { rows: rows() };
  };
  const country = { name: 'USA', code: 'US' };
  replies.set('/leagues', () => answer(() => ['39', '40'].map(leagueRow)));
  replies.set('/teams', () => answer(() => Object.entries(TEAM_NAMES).map(([id, name]) => ({ id: Number(id), name, country }))));
  replies.set('/games', ({ id, league, date }) =>
    answer(() =>
      tell()
        .filter(({ fixture }) => id === undefined || id === fixture.id)
        .filter(({ fixture }) => league === undefined || league === fixture.leagueId)
        .filter(({ fixture }) => date === undefined || fixture.kickoffAt.toISOString().startsWith(date))
        .map(gameRow),
    ),
  );
}

const leagueRow = (id: string) => ({
  ...{ id: Number(id), name: `League ${id}`, type: 'League', country: { id: 5, name: 'USA', code: 'US' } },
  seasons: [{ season: '2026-2027', start: '2026-10-20', end: '2027-06-20', coverage: { odds: false } }],
});

const CODES: Partial<Record<MatchStatus, string>> = { ns: 'NS', h1: 'Q1', ht: 'HT', h2: 'Q3', ft: 'FT' };

function gameRow({ fixture, status }: Told) {
  const { home, away } = status.score;
  const [homePoints, awayPoints] = home === null ? [null, null] : pointsOf([home, away!]);
  // All points are reported in the first quarter, because only their sum matters here.
  const scores = (total: number | null) => ({ quarter_1: total, total });
  const team = (id: string) => ({ id: Number(id), name: TEAM_NAMES[id] });
  return {
    ...{ id: Number(fixture.id), date: fixture.kickoffAt.toISOString(), status: { short: CODES[status.status] } },
    league: { id: Number(fixture.leagueId), season: '2026-2027' },
    teams: { home: team(fixture.homeTeamId), away: team(fixture.awayTeamId) },
    scores: { home: scores(homePoints!), away: scores(awayPoints!) },
  };
}
