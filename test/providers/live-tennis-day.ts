import { createLiveTennisFeed, createLiveTennisStore } from '#server/modules/match-data/providers/live-tennis/live-tennis-feed.ts';
import { startTennisServer, type TennisServer } from '#test/support/tennis-server.ts';
import { type PolledDay, playPolledDay } from './polled-day.ts';
import type { Fault, Provider } from './provider.ts';
import { finalSets, setsOf, TENNIS_TELLS } from './tennis-truth.ts';
import { TEAM_NAMES, type Told } from './truth.ts';
import { withoutDraw } from './without-draw.ts';

/** Coming matches are requested every six hours, which is once before this kick-off. */
const UNTIL_KICKOFF: Fault['windows'] = [[-180, -20]];
/** A result is requested again three hours after the end, and a day after it. */
const AT_FIRST_CHECK: Fault['windows'] = [[200, 400]];

/** The Live Tennis API reports the same match as one of tennis. */
export const liveTennis: Provider = {
  name: 'Live Tennis API',
  play: (site, fault) => playPolledDay(DAY, site, fault),
  leaves: withoutDraw(finalSets),
  overHttp: {},
  onTheWay: {
    'answered late': { shows: /a request to a feed failed.*timeout/ },
    'answered empty': { shows: /a request to a feed failed.*match:7.*status 404/ },
    'an error inside status 200': { shows: /a request to a feed failed.*Contact our support/ },
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
    'a final score taken back for a while': { shows: null, ends: 'corrected and back', windows: AT_FIRST_CHECK },
    'a finished match going live': { shows: /status_live_after_ft/, windows: AT_FIRST_CHECK },
    'teams swapped after the final whistle': { shows: /teams_swapped_after_the_end/, windows: AT_FIRST_CHECK },
  },
};

const create: PolledDay<TennisServer>['create'] = (settings, { db, ...options }) =>
  createLiveTennisFeed(settings, { ...options, store: createLiveTennisStore({ db, now: options.now, log: options.log }) });

function answerAs({ replies }: TennisServer, tell: () => Told[], wayOf: () => Fault['way']): void {
  replies.set('/matches', ({ status }, path) => {
    if (wayOf() === 'an error inside status 200') return { error: 'internal', detail: 'Contact our support' };
    const rows = wayOf() === 'answered empty' ? [] : tell().map(matchRow);
    if (path !== '/matches') return rows.find(({ id }) => path === `/matches/${id}`);
    return { data: rows.filter((row) => row.status === status), meta: { has_more: false } };
  });
}

function matchRow({ fixture, status }: Told) {
  const sets = setsOf(status);
  const isOver = status.status === 'ft';
  const player = (id: string) => ({ id: Number(id), name: TEAM_NAMES[id], ranking: null });
  return {
    ...{ id: Number(fixture.id), tour: 'wta', draw: 'singles', tournament: `Cup ${fixture.leagueId}`, tournament_id: fixture.leagueId },
    ...{ surface: 'hard', format: 'BO3', round_code: 'F', event_status: null, scheduled_time: fixture.kickoffAt.toISOString() },
    status: status.status === 'ns' ? 'upcoming' : isOver ? 'completed' : 'live',
    players: { p1: player(fixture.homeTeamId), p2: player(fixture.awayTeamId) },
    score: sets && { sets, games: [], points: null, server: null },
    winner: !isOver || sets === null ? null : sets[0] > sets[1] ? 1 : 2,
  };
}

const DAY: PolledDay<TennisServer> = {
  ...{ start: () => startTennisServer({ data: [], meta: {} }), answerAs, create, followed: ['wta-singles'] },
  ...{ allowance: { perDay: 70, perMinute: 30 }, askedMax: 2 * 70 },
};
