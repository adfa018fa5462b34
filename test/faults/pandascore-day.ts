import { expect } from 'vitest';
import type { Score } from '#domain/matches/score.ts';
import { runFeed } from '#server/modules/match-data/import/runner.ts';
import { createPandascoreFeed } from '#server/modules/match-data/providers/pandascore/pandascore-feed.ts';
import { createPandascoreStore } from '#server/modules/match-data/providers/pandascore/progress.ts';
import type { Fault as ServerFault } from '#test/support/api-sports-server.ts';
import { type SeriesRow, seriesRow } from '#test/support/pandascore-rows.ts';
import { type PandascoreServer, startPandascoreServer } from '#test/support/pandascore-server.ts';
import { END, type Fault, type Left, type OnTheWay, type Provider } from './provider.ts';
import type { Site } from './site.ts';
import { isWithin } from './told-wrongly.ts';
import { minutesAt, TEAM_NAMES, type Told, truthAt } from './truth.ts';

const NO_EVENTS = { meaningless: 'it has no events' };

/** PandaScore reports the same match as a series of five maps, three of which win it: two and one are followed by a third. */
export const pandascore: Provider = {
  name: 'PandaScore',
  play,
  leaves: asSeries,
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

function asSeries({ matches, contests, corrections, balances }: Left): Left {
  const winner = contests[0]?.split(' ')[1];
  return {
    matches: matches.map((match) => ({ ...match, ...lastScore(match), halftime: null, fulltime: fullScore(match) })),
    goals: [],
    contests: contests.map((contest) => contest.replace('draw', 'away')),
    corrections: corrections.map((score) => maps(score.split(':').map(Number) as Score).join(':')),
    balances: winner === 'home' ? [1_040, 960] : winner === 'draw' ? [900, 1_100] : balances.slice(0, 2),
  };
}

const maps = ([home, away]: Score): Score => (home > away ? [3, away] : [home, 3]);
const fullScore = ({ home_score, away_score }: Left['matches'][number]): Score => maps([home_score!, away_score!]);
const lastScore = (match: Left['matches'][number]) => ({ home_score: fullScore(match)[0], away_score: fullScore(match)[1] });

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

const TIMEOUT_MS = 100;
const SERVER_FAULTS: Partial<Record<OnTheWay, ServerFault>> = {
  'answered late': { kind: 'slow', ms: 2 * TIMEOUT_MS },
  'an error inside status 200': { kind: 'text', text: '{"error":"Contact our support"}' },
  '429': { kind: 'status', status: 429, headers: { 'Retry-After': '90' } },
  '500': { kind: 'status', status: 500 },
  'half a body': { kind: 'cut' },
};
/** Few, so that the test is fast. */
const ALLOWANCE = { perHour: 30, perMinute: 10 };

async function play(site: Site, fault: Fault): Promise<void> {
  const server = await startPandascoreServer();
  await follow(site, server, fault).finally(server.close);
  expect(server.asked.length).toBeLessThanOrEqual(ALLOWANCE.perHour * 31);
}

async function follow({ app, log, tick, onChanges }: Site, server: PandascoreServer, fault: Fault): Promise<void> {
  const { deps, clock } = app;
  const abort = new AbortController();
  let aheadMs = 0;
  const now = () => new Date(clock.now().getTime() + aheadMs);
  const minutes = () => minutesAt(clock.now());
  const isWrong = () => isWithin(fault.windows, minutes());
  server.matches = () => {
    if (isWrong() && fault.way === 'answered empty') return [];
    return (isWrong() && fault.bend ? fault.bend(truthAt(minutes())) : [truthAt(minutes())]).map(rowOf);
  };
  const sleep = async (ms: number) => {
    clock.advance(ms);
    aheadMs = isWrong() && fault.way === 'our own clock an hour ahead' ? 3_600_000 : 0;
    const broken = isWrong() && fault.way !== undefined ? SERVER_FAULTS[fault.way] : undefined;
    server.faults.length = 0;
    if (broken !== undefined) server.faults.push(...Array(50).fill(broken));
    await tick();
    if (minutes() >= END) abort.abort();
  };
  const settings = {
    ...{ key: 'a-test-key', baseUrl: server.url, followed: ['league-of-legends'], tiers: ['a'], historySeasons: 0 },
    ...ALLOWANCE,
  };
  // Other faults get a longer timeout, so that a busy machine does not cause one.
  const timeoutMs = fault.way === 'answered late' ? TIMEOUT_MS : 20_000;
  const store = createPandascoreStore({ db: deps.db, now, log });
  const feed = createPandascoreFeed(settings, { store, log, now, sleep, timeoutMs });
  await runFeed({ db: deps.db, now, log, sleep }, feed, abort.signal, onChanges).done;
}
