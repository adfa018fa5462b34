import type { MatchStatus } from '#domain/matches/match-status.ts';
import { createApiTennisFeed } from '#server/modules/match-data/providers/api-tennis/api-tennis-feed.ts';
import { createTennisStore } from '#server/modules/match-data/providers/api-tennis/progress.ts';
import { startTennisServer, type TennisServer } from '#test/support/tennis-server.ts';
import { type PolledDay, playPolledDay } from './polled-day.ts';
import type { Fault, Provider } from './provider.ts';
import { finalSets, setsOf, TENNIS_TELLS } from './tennis-truth.ts';
import { TEAM_NAMES, type Told } from './truth.ts';
import { withoutDraw } from './without-draw.ts';

/** Coming matches are requested hourly on their day. */
const UNTIL_KICKOFF: Fault['windows'] = [[-180, -20]];

/** api-tennis.com reports the same match as one of tennis: goals are sets, and the guests win a level match. */
export const apiTennis: Provider = {
  name: 'api-tennis.com',
  play: (site, fault) => playPolledDay(DAY, site, fault),
  leaves: withoutDraw(finalSets),
  overHttp: {},
  onTheWay: {
    'answered late': { shows: /a request to a feed failed.*timeout/ },
    'answered empty': { shows: null },
    'an error inside status 200': { shows: /a request to a feed failed.*reports an error/ },
    '429': { shows: /a request to a feed failed.*rate_limited/ },
    '500': { shows: /a request to a feed failed.*status 500/ },
    'half a body': { shows: /a request to a feed failed.*terminated/ },
    'a page missing': { meaningless: 'it has no pages' },
    'our own clock an hour ahead': { shows: null },
  },
  toldWrongly: {
    ...TENNIS_TELLS,
    'a kick-off moved, and moved back': { shows: null, windows: UNTIL_KICKOFF },
    'teams swapped before the kick-off': { shows: /teams_swapped/, ends: 'given back', windows: UNTIL_KICKOFF },
  },
};

const create: PolledDay<TennisServer>['create'] = (settings, { db, ...options }) =>
  createApiTennisFeed(
    { ...settings, historySeasons: 0 },
    { ...options, store: createTennisStore({ db, now: options.now, log: options.log }) },
  );

function answerAs({ replies }: TennisServer, tell: () => Told[], wayOf: () => Fault['way']): void {
  const answer = (rows: () => unknown[]) => {
    if (wayOf() === 'answered empty') return { success: 1, result: [] };
    if (wayOf() === 'an error inside status 200') return { error: '1', result: [{ msg: 'Contact our support' }] };
    return { success: 1, result: rows() };
  };
  replies.set('get_events', () => answer(() => [{ event_type_key: 266, event_type_type: 'Wta Singles' }]));
  replies.set('get_fixtures', ({ date_start, date_stop, match_key }) =>
    answer(() =>
      tell()
        .map(matchRow)
        .filter(({ event_key }) => match_key === undefined || match_key === event_key)
        .filter(({ event_date }) => event_date >= date_start! && event_date <= date_stop!),
    ),
  );
  replies.set('get_livescore', () =>
    answer(() =>
      tell()
        .map(matchRow)
        .filter(({ event_status }) => event_status.startsWith('Set')),
    ),
  );
}

const STATUSES: Partial<Record<MatchStatus, string>> = { ns: '', h1: 'Set 1', ht: 'Set 2', h2: 'Set 3', ft: 'Finished' };

function matchRow({ fixture, status }: Told) {
  const sets = setsOf(status);
  const kickoff = fixture.kickoffAt.toISOString();
  return {
    ...{
      event_key: fixture.id,
      event_date: kickoff.slice(0, 10),
      event_time: kickoff.slice(11, 16),
      event_status: STATUSES[status.status]!,
    },
    ...{ event_first_player: TEAM_NAMES[fixture.homeTeamId], first_player_key: fixture.homeTeamId },
    ...{ event_second_player: TEAM_NAMES[fixture.awayTeamId], second_player_key: fixture.awayTeamId },
    ...{ event_final_result: sets === null ? '-' : sets.join(' - '), event_type_type: 'Wta Singles', event_qualification: 'False' },
    event_winner: status.status !== 'ft' || sets === null ? null : sets[0] > sets[1] ? 'First Player' : 'Second Player',
    ...{ tournament_name: 'Cup', tournament_key: fixture.leagueId, tournament_round: 'Cup - Final', tournament_season: '2026', scores: [] },
  };
}

const DAY: PolledDay<TennisServer> = {
  ...{ start: startTennisServer, answerAs, create, followed: ['wta-singles'] },
  ...{ allowance: { perDay: 70, perMinute: 30 }, askedMax: 2 * 70 },
};
