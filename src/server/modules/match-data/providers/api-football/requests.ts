import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { type Allowance, nextMidnightMs } from '#server/modules/match-data/providers/polled/allowance.ts';
import { type Candidate, choose, type Due, inTurn, type Plan, rankOf } from '#server/modules/match-data/providers/polled/choose.ts';
import {
  isOver,
  isPlayable,
  type KnownMatch,
  LIVE_SHARE,
  liveEveryMs,
  MATCH_MS,
  nextCheckMs,
  pauseOfUnknown,
} from '#server/modules/match-data/providers/polled/known-match.ts';
import { missingSeasons } from '#server/modules/match-data/providers/polled/past-seasons.ts';
import { nextMs } from '#server/modules/match-data/providers/polled/progress.ts';
import type { Progress } from './progress.ts';

/** The requests to the provider. Ids of leagues, teams and fixtures are the provider's, as strings. */
export type Request =
  | { kind: 'leagues' }
  | { kind: 'teams'; league: string; year: number }
  | { kind: 'standings'; league: string; year: number }
  | { kind: 'fixtures'; league: string; year: number }
  | { kind: 'live'; leagues: readonly string[] }
  | { kind: 'details'; ids: string[] }
  | { kind: 'odds'; league: string; year: number; page: number }
  | { kind: 'live_odds' }
  | { kind: 'squad'; team: string }
  /** Injuries and suspensions of a league's whole season. */
  | { kind: 'injuries'; league: string; year: number }
  /** Ratings and minutes of the players of a finished match. */
  | { kind: 'ratings'; id: string }
  /** All matches of a season before the current one. */
  | { kind: 'history'; league: string; year: number };

/** Maximum number of fixtures per request. */
const DETAILS_MAX = 20;

/** Returns the path and query of a request. */
export function queryOf(request: Request): string {
  switch (request.kind) {
    case 'leagues':
      return '/leagues';
    case 'teams':
    case 'standings':
    case 'fixtures':
    case 'injuries':
      return `/${request.kind}?league=${request.league}&season=${request.year}`;
    case 'ratings':
      return `/fixtures/players?fixture=${request.id}`;
    case 'history':
      return `/fixtures?league=${request.league}&season=${request.year}`;
    case 'live':
      return `/fixtures?live=${request.leagues.join('-')}`;
    case 'details':
      return `/fixtures?ids=${request.ids.join('-')}`;
    case 'odds':
      return `/odds?league=${request.league}&season=${request.year}&bet=1&page=${request.page}`;
    case 'live_odds':
      return '/odds/live';
    case 'squad':
      return `/players/squads?team=${request.team}`;
  }
}

/** Returns the key under which the time of the answer and of the next try are stored. */
export function keyOf(request: Request): string {
  if ('year' in request) return `${request.kind}:${request.league}:${request.year}`;
  if (request.kind === 'ratings') return `ratings:${request.id}`;
  return request.kind === 'squad' ? `squad:${request.team}` : request.kind;
}

export interface PlanSettings extends Allowance {
  followed: readonly string[];
  historySeasons?: number;
}

const LIVE_ODDS_MS_MIN = MINUTE_MS;
export const ODDS_MS = 3 * HOUR_MS;
const ODDS_AHEAD_MS = 7 * DAY_MS;
const CATALOGUE_MS = DAY_MS;
const FIXTURES_MS = 12 * HOUR_MS;
const TEAMS_MS = 30 * DAY_MS;
const STANDINGS_MS = 7 * DAY_MS;
const SQUAD_MS = 14 * DAY_MS;
export const INJURIES_AHEAD_MS = 2 * DAY_MS;
const INJURIES_MS = DAY_MS;
/** Ratings are corrected for some time after the final whistle. */
const RATINGS_AFTER_MS = 3 * HOUR_MS;
const RATED: readonly KnownMatch['status'][] = ['ft', 'aet', 'pen'];

/** Decides what to request next, or how long there is nothing to request. */
export function plan(progress: Progress, settings: PlanSettings, nowMs: number): Plan<Request> {
  return choose({ candidates: (left) => candidates(progress, settings, left, nowMs), keyOf }, progress, settings, nowMs);
}

/** Returns one candidate of each kind of request, with the time from which on it is due. */
function candidates(progress: Progress, settings: PlanSettings, left: number, nowMs: number): Candidate<Request>[] {
  const everyMs = listEveryMs(progress, left, nowMs);
  return [
    ...catalogue(progress, settings),
    ...liveCandidates(progress, settings, everyMs, nowMs),
    ...details(progress, everyMs, nowMs),
    // Before odds, whose many pages would use up what a small plan has for both.
    ...injuries(progress, nowMs),
    ...odds(progress, nowMs),
    ...squads(progress),
    ...ratings(progress),
    ...history(progress, settings),
  ];
}

/** Returns catalogue requests: a league's teams and groups before its fixtures, which refer to them. */
function catalogue(progress: Progress, { followed }: PlanSettings): Candidate<Request>[] {
  const today = (request: Request, everyMs: number): Candidate<Request> => ({
    urgency: 'today',
    request,
    dueMs: nextMs(progress, keyOf(request), everyMs),
  });
  const found = [today({ kind: 'leagues' }, CATALOGUE_MS)];
  for (const league of followed) {
    const known = progress.leagues[league];
    if (known === undefined) continue;
    const { year, isCup } = known;
    const steps: [Request, number][] = [
      [{ kind: 'teams', league, year }, TEAMS_MS],
      ...(isCup ? [[{ kind: 'standings', league, year }, STANDINGS_MS] satisfies [Request, number]] : []),
      [{ kind: 'fixtures', league, year }, FIXTURES_MS],
    ];
    found.push(...inTurn(steps, progress, keyOf).map(([request, everyMs]) => today(request, everyMs)));
  }
  return found;
}

/**
 * Returns the interval of live lists with which `left` requests last until midnight. Results take another request each: one for matches
 * that began together, and at most one for each list.
 */
export function listEveryMs({ fixtures }: Pick<Progress, 'fixtures'>, left: number, nowMs: number): number {
  const today = Object.values(fixtures).filter((match) => isPlayable(match, nowMs) && match.kickoffMs! < nextMidnightMs(nowMs));
  const results = new Set(today.map(({ kickoffMs }) => kickoffMs)).size;
  const forLists = left - Math.min(results, left / 2);
  return liveEveryMs(fixtures, Math.min(left, forLists / LIVE_SHARE), nowMs);
}

/** Returns requests for the list of live matches, and less often for their odds. */
function liveCandidates(progress: Progress, settings: PlanSettings, everyMs: number, nowMs: number): Candidate<Request>[] {
  const starts = Object.values(progress.fixtures).filter((fixture) => isPlayable(fixture, nowMs));
  if (starts.length === 0) return [];
  const startMs = Math.min(...starts.map((fixture) => fixture.kickoffMs!));
  const live: Request = { kind: 'live', leagues: settings.followed };
  const found: Candidate<Request>[] = [
    { urgency: 'live', request: live, dueMs: Math.max(startMs, nextMs(progress, keyOf(live), everyMs)) },
  ];
  const isPlayed = starts.some(({ liveMs }) => liveMs > 0 && liveMs >= (progress.answeredMs.live ?? 0));
  const liveOdds: Request = { kind: 'live_odds' };
  const dueMs = nextMs(progress, keyOf(liveOdds), Math.max(LIVE_ODDS_MS_MIN, everyMs * 4));
  return isPlayed ? [...found, { urgency: 'live_odds', request: liveOdds, dueMs }] : found;
}

/** Returns requests for single matches. A request may contain twenty matches, so the one due first is filled up with others. */
function details({ fixtures, answeredMs }: Progress, everyMs: number, nowMs: number): Candidate<Request>[] {
  const lists = { askedMs: answeredMs.live ?? 0, everyMs };
  const due = Object.entries(fixtures)
    .map(([id, fixture]) => ({ id, due: dueDetails(fixture, lists, nowMs) }))
    .filter((one): one is { id: string; due: Due } => one.due !== null)
    .sort(
      (a, b) => Number(a.due.dueMs > nowMs) - Number(b.due.dueMs > nowMs) || rankOf(a.due) - rankOf(b.due) || a.due.dueMs - b.due.dueMs,
    );
  const [first] = due;
  if (first === undefined) return [];
  const isNow = first.due.dueMs <= nowMs;
  const ids = (isNow ? due.filter((one) => one.due.dueMs <= nowMs) : [first]).slice(0, DETAILS_MAX).map(({ id }) => id);
  const dueMs = isNow ? first.due.dueMs : Math.min(...due.map((one) => one.due.dueMs));
  return [{ urgency: first.due.urgency, dueMs, request: { kind: 'details', ids } }];
}

/** Returns odds requests of leagues that play within a week, page by page. */
function odds(progress: Progress, nowMs: number): Candidate<Request>[] {
  const upcoming = Object.values(progress.fixtures).filter(
    ({ kickoffMs, status }) => status === 'ns' && kickoffMs !== null && kickoffMs > nowMs && kickoffMs < nowMs + ODDS_AHEAD_MS,
  );
  return [...new Set(upcoming.map(({ league }) => league))].flatMap((league): Candidate<Request>[] => {
    const followed = progress.leagues[league];
    if (followed === undefined || !followed.hasOdds) return [];
    const page = progress.oddsPages[league] ?? 1;
    const request: Request = { kind: 'odds', league, year: followed.year, page };
    return [{ urgency: 'odds', request, dueMs: page > 1 ? 0 : nextMs(progress, keyOf(request), ODDS_MS) }];
  });
}

/** Returns the requests of past seasons, once the current season of the league was requested. */
function history(progress: Progress, { followed, historySeasons = 0 }: PlanSettings): Candidate<Request>[] {
  const isCurrentAsked = (league: string) => {
    const known = progress.leagues[league];
    if (known === undefined) return false;
    const key = keyOf({ kind: 'fixtures', league, year: known.year });
    return progress.answeredMs[key] !== undefined || progress.failed[key] !== undefined;
  };
  const asked = { followed: followed.filter(isCurrentAsked), count: historySeasons };
  return missingSeasons(progress, asked, (league, season): Request => ({ kind: 'history', league, year: Number(season) }));
}

/** Returns requests for the injuries and suspensions of leagues that play within two days. */
function injuries(progress: Progress, nowMs: number): Candidate<Request>[] {
  const leagues = new Set(upcomingWithin(progress, INJURIES_AHEAD_MS, nowMs).map(([, { league }]) => league));
  return [...leagues].flatMap((league): Candidate<Request>[] => {
    const followed = progress.leagues[league];
    if (followed === undefined || followed.hasInjuries === false) return [];
    const request: Request = { kind: 'injuries', league, year: followed.year };
    return [{ urgency: 'odds', request, dueMs: nextMs(progress, keyOf(request), INJURIES_MS) }];
  });
}

/** Returns the matches that begin within a time, with their ids. */
export const upcomingWithin = ({ fixtures }: Progress, aheadMs: number, nowMs: number): [id: string, match: KnownMatch][] =>
  Object.entries(fixtures).filter(
    ([, { kickoffMs, status }]) => status === 'ns' && kickoffMs !== null && kickoffMs > nowMs && kickoffMs < nowMs + aheadMs,
  );

/** Returns the request for the ratings of the match that ended first of those without any. */
function ratings({ fixtures, leagues, answeredMs }: Progress): Candidate<Request>[] {
  const all = Object.entries(fixtures).flatMap(([id, match]): Candidate<Request>[] => {
    const request: Request = { kind: 'ratings', id };
    const isWanted = isOver(match) && RATED.includes(match.status) && leagues[match.league]?.hasRatings !== false;
    if (!isWanted || answeredMs[keyOf(request)] !== undefined) return [];
    return [{ urgency: 'ratings', request, dueMs: match.overMs! + RATINGS_AFTER_MS }];
  });
  return all.sort((a, b) => a.dueMs - b.dueMs).slice(0, 1);
}

/** Returns the request for the squad that was updated longest ago, or never. */
function squads(progress: Progress): Candidate<Request>[] {
  const all = Object.keys(progress.teams).map((team): Candidate<Request> => {
    const request: Request = { kind: 'squad', team };
    const key = keyOf(request);
    return { urgency: 'squads', request, dueMs: Math.max(nextMs(progress, key, SQUAD_MS), progress.failed[key]?.retryMs ?? 0) };
  });
  return all.sort((a, b) => a.dueMs - b.dueMs).slice(0, 1);
}

const LINEUPS_BEFORE_MS = HOUR_MS;
const NEAR_KICKOFF_MS = 5 * MINUTE_MS;
const STATISTICS_MS = 10 * MINUTE_MS;

/** Returns when a match is to be requested in full; null if it need not be. `lists` is when the live list was last requested, and its interval. */
function dueDetails(fixture: KnownMatch, lists: { askedMs: number; everyMs: number }, nowMs: number): Due | null {
  if (isOver(fixture)) return afterTheEnd(fixture);
  if (fixture.kickoffMs === null) return null;
  if (nowMs < fixture.kickoffMs) {
    const dueMs = Math.max(fixture.kickoffMs - LINEUPS_BEFORE_MS, fixture.checkedMs + NEAR_KICKOFF_MS);
    return { urgency: 'lineups', dueMs };
  }
  const sinceMs = nowMs - fixture.kickoffMs;
  // The live list shows first whether a match has begun; it says nothing about matches that should be long over.
  if (lists.askedMs < fixture.kickoffMs && sinceMs < 2 * MATCH_MS) return null;
  const isInLiveList = fixture.liveMs > 0 && fixture.liveMs >= lists.askedMs;
  if (isInLiveList && sinceMs < 2 * MATCH_MS) return { urgency: 'lineups', dueMs: fixture.checkedMs + STATISTICS_MS };
  // Where the allowance makes lists rare, single requests must not use up what lists need.
  const pauseMs = Math.max(pauseOfMissing(fixture, sinceMs), lists.everyMs);
  return { urgency: 'today', dueMs: fixture.checkedMs + pauseOfUnknown(fixture, pauseMs) };
}

function afterTheEnd(fixture: KnownMatch): Due | null {
  const dueMs = nextCheckMs(fixture, fixture.checkedMs);
  if (dueMs === null) return null;
  return { urgency: dueMs === fixture.overMs ? 'today' : 'lineups', dueMs };
}

/** Pause between requests for a match that should be in play but is not in the live list: it has ended, is late or was postponed. Longer for matches long ago. */
function pauseOfMissing({ liveMs }: KnownMatch, sinceKickoffMs: number): number {
  if (sinceKickoffMs > 2 * DAY_MS) return DAY_MS;
  if (sinceKickoffMs > 2 * MATCH_MS) return HOUR_MS;
  return liveMs > 0 ? MINUTE_MS : NEAR_KICKOFF_MS;
}
