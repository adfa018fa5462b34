import type { MatchStatus } from '#domain/matches/match-status.ts';
import { createFootballDataOrgFeed } from '#server/modules/match-data/providers/football-data-org/football-data-org-feed.ts';
import { createFootballDataOrgStore } from '#server/modules/match-data/providers/football-data-org/progress.ts';
import {
  competitionReply,
  type FootballDataOrgServer,
  matchRow,
  PREMIER_LEAGUE,
  type Reply,
  startFootballDataOrgServer,
  teamRow,
} from '#test/support/football-data-org-server.ts';
import { type PolledDay, playPolledDay } from './polled-day.ts';
import type { Fault, Provider } from './provider.ts';
import { TEAM_NAMES, type Told } from './truth.ts';

/** Coming matches are requested twice a day, which is once before this kick-off. */
const UNTIL_KICKOFF: Fault['windows'] = [[-180, -20]];

/** football-data.org on its free plan: no events and no minute. */
export const footballDataOrg: Provider = {
  name: 'football-data.org',
  play: (site, fault) => playPolledDay(DAY, site, fault),
  leaves: (end) => ({ ...end, goals: [] }),
  overHttp: {},
  onTheWay: {
    'answered late': { shows: /a request to a feed failed.*timeout/ },
    'answered empty': { shows: /a request to a feed failed.*status 404/ },
    'an error inside status 200': { shows: /a request to a feed failed.*Contact our support/ },
    '429': { shows: /a request to a feed failed.*rate_limited/ },
    '500': { shows: /a request to a feed failed.*status 500/ },
    'half a body': { shows: /a request to a feed failed.*terminated/ },
    'a page missing': { meaningless: 'it has no pages' },
    'our own clock an hour ahead': { shows: null },
  },
  toldWrongly: {
    'events out of order': { meaningless: 'it has no events, and tells no half' },
    'a kick-off moved, and moved back': { shows: null, windows: UNTIL_KICKOFF },
    'teams swapped before the kick-off': { shows: /teams_swapped/, ends: 'given back', windows: UNTIL_KICKOFF },
    'the clock wrong': { meaningless: 'it tells no minute' },
  },
};

const DAY: PolledDay<FootballDataOrgServer> = {
  start: startFootballDataOrgServer,
  answerAs,
  create: (settings, { db, ...options }) =>
    createFootballDataOrgFeed({ ...settings, scores: 'delayed', historySeasons: 0 } as Parameters<typeof createFootballDataOrgFeed>[0], {
      ...options,
      store: createFootballDataOrgStore({ db, now: options.now, log: options.log }),
    }),
  followed: ['L39', 'L40'],
  // The plan has no limit by day; with one, the test is faster.
  allowance: { perDay: 70, perMinute: 10 },
  askedMax: 2 * 70,
};

const FAULT = { errorCode: 500, message: 'Contact our support' };
const NOT_FOUND = { errorCode: 404, message: 'The resource you are looking for does not exist.' };

function answerAs({ replies, faults }: FootballDataOrgServer, tell: () => Told[], wayOf: () => Fault['way']): void {
  const answer = (reply: () => Reply, empty: Reply): Reply => {
    if (wayOf() === 'answered empty') return empty;
    if (wayOf() === 'an error inside status 200') faults.push({ kind: 'text', text: JSON.stringify(FAULT) });
    return reply();
  };
  const rows = (isWanted: (told: Told) => boolean) => tell().filter(isWanted).map(rowOf);
  for (const id of [39, 40]) {
    const competition = { ...PREMIER_LEAGUE, competition: competitionOf(id) };
    const teams = () => Object.entries(TEAM_NAMES).map(([team, name]) => teamRow(Number(team), name));
    replies.set(`/competitions/L${id}`, () => answer(() => competitionReply(competition), NOT_FOUND));
    replies.set(`/competitions/L${id}/teams`, () => answer(() => ({ teams: teams() }), { teams: [] }));
    replies.set(`/competitions/L${id}/matches`, () =>
      answer(() => ({ matches: rows(({ fixture }) => fixture.leagueId === String(id)) }), { matches: [] }),
    );
  }
  replies.set('/matches', ({ dateFrom }) =>
    answer(() => ({ matches: rows(({ fixture }) => fixture.kickoffAt.toISOString().startsWith(dateFrom!)) }), { matches: [] }),
  );
  replies.set('/matches/*', (_, id) => answer(() => rows(({ fixture }) => fixture.id === id)[0] ?? NOT_FOUND, NOT_FOUND));
}

const competitionOf = (id: number) => ({ ...PREMIER_LEAGUE.competition, id, name: `League ${id}`, code: `L${id}` });

const STATUSES: Partial<Record<MatchStatus, string>> = { ns: 'TIMED', h1: 'IN_PLAY', ht: 'PAUSED', h2: 'IN_PLAY', ft: 'FINISHED' };

function rowOf({ fixture, status }: Told) {
  const { home, away, halftime } = status.score;
  const winner = home === away ? 'DRAW' : home! > away! ? 'HOME_TEAM' : 'AWAY_TEAM';
  const score = {
    full: home === null ? null : ([home, away!] satisfies [number, number]),
    half: halftime,
    winner: status.status === 'ft' ? winner : null,
  };
  const team = (id: string) => teamRow(Number(id), TEAM_NAMES[id]!);
  return matchRow(Number(fixture.id), fixture.kickoffAt.toISOString(), STATUSES[status.status]!, score, {
    competition: competitionOf(Number(fixture.leagueId)),
    homeTeam: team(fixture.homeTeamId),
    awayTeam: team(fixture.awayTeamId),
  });
}
