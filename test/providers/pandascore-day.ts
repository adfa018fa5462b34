import type { Score } from '#domain/matches/score.ts';
import { createPandascoreFeed } from '#server/modules/match-data/providers/pandascore/pandascore-feed.ts';
import { createPandascoreStore } from '#server/modules/match-data/providers/pandascore/progress.ts';
import { type SeriesRow, seriesRow } from '#test/support/pandascore-rows.ts';
import { type PandascoreServer, startPandascoreServer } from '#test/support/pandascore-server.ts';
import { type PolledDay, playPolledDay } from './polled-day.ts';
import type { Fault, Provider } from './provider.ts';
import { TEAM_NAMES, type Told } from './truth.ts';
import { withoutDraw } from './without-draw.ts';

const maps = ([home, away]: Score): Score => (home > away ? [3, away] : [home, 3]);

const NO_EVENTS = { meaningless: 'it has no events' };

/** PandaScore reports the same match as a series of five maps, three of which win it: two and one are followed by a third. */
export const pandascore: Provider = {
  name: 'PandaScore',
  play: (site, fault) => playPolledDay(DAY, site, fault),
  leaves: withoutDraw(maps),
  overHttp: {},
  onTheWay: {
    'answered late': { shows: /a request to a feed failed.*timeout/ },
    'answered empty': { shows: null },
    'an error inside status 200': { shows: /a request to a feed failed.*no list: Contact our support/ },
    '429': { shows: /a request to a feed failed.*rate_limited/ },
    '500': { shows: /a request to a feed failed.*status 500/ },
    'half a body': { shows: /a request to a feed failed.*terminated/ },
    'a page missing': { meaningless: 'a page without rows is an empty answer' },
    'our own clock an hour ahead': { shows: null },
  },
  toldWrongly: {
    'events out of order': NO_EVENTS,
    'an event taken back': NO_EVENTS,
    'the clock wrong': { meaningless: 'it has no clock' },
    'the final whistle in the first half': { shows: /finished with too few or too many maps/ },
    'the score going down': { shows: /score_dropped/ },
    'a finished match going live': { shows: /status_live_after_ft/ },
    'teams swapped before the kick-off': { shows: null },
    'teams swapped after the final whistle': { shows: null },
    'a date in the wrong year': { shows: /is the year wrong/ },
  },
};

/** Goals of the truth are maps. At its end the series is won by three, and by the guests if the truth is level. */
function mapsOf({ status }: Told): Score {
  const { home, away } = status.score;
  const score: Score = [home ?? 0, away ?? 0];
  // An end with more maps than there can be is told as it is.
  return status.status !== 'ft' || Math.max(...score) > 3 ? score : maps(score);
}

const STATUSES: Record<string, string> = { ns: 'not_started', ft: 'finished' };

function rowOf(told: Told): SeriesRow {
  const { fixture, status } = told;
  const [home, away] = mapsOf(told);
  const teams = [Number(fixture.homeTeamId), Number(fixture.awayTeamId)] as [number, number];
  const state = STATUSES[status.status] ?? 'running';
  const isOver = state === 'finished';
  const row = seriesRow({ teams, bestOf: 5 }, { id: Number(fixture.id), scheduled_at: fixture.kickoffAt.toISOString() });
  return {
    ...row,
    ...{ status: state, begin_at: row.scheduled_at, games: [], winner_id: isOver ? (home > away ? teams[0] : teams[1]) : null },
    results: teams.map((team_id, index) => ({ team_id, score: [home, away][index]! })),
    opponents: teams.map((id) => ({ type: 'Team', opponent: { id, name: TEAM_NAMES[id]!, acronym: null, location: null } })),
    league: { id: Number(fixture.leagueId), name: `League ${fixture.leagueId}` },
    serie: { ...row.serie, id: Number(fixture.leagueId) },
  };
}

function answerAs(server: PandascoreServer, tell: () => Told[], wayOf: () => Fault['way']): void {
  server.matches = () => (wayOf() === 'answered empty' ? [] : tell().map(rowOf));
}

/** Few requests, so that the test is fast. */
const ALLOWANCE = { perHour: 30, perMinute: 10 };

const DAY: PolledDay<PandascoreServer> = {
  start: startPandascoreServer,
  answerAs,
  create: (settings, { db, ...options }) =>
    createPandascoreFeed(
      { ...settings, tiers: ['a'], historySeasons: 0 },
      { ...options, store: createPandascoreStore({ db, now: options.now, log: options.log }) },
    ),
  followed: ['league-of-legends'],
  allowance: ALLOWANCE,
  askedMax: ALLOWANCE.perHour * 31,
  serverFaults: { 'an error inside status 200': { kind: 'text', text: '{"error":"Contact our support"}' } },
};
