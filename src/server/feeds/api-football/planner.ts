import { type Allowance, DAY_MS, dayLeft, freeAtMs, MINUTE_MS, nextMidnightMs } from './allowance.ts';
import { type Due, dueDetails, isOver, MATCH_MS, type Urgency } from './due-details.ts';
import type { KnownFixture, Progress } from './progress.ts';
import { DETAILS_MAX, keyOf, type Request } from './requests.ts';

/** What to do now: ask, or look again at a time (milliseconds since 1970). */
export type Plan = { kind: 'ask'; request: Request; urgency: Urgency } | { kind: 'wait'; untilMs: number };

export interface PlanSettings extends Allowance {
  leagues: readonly string[];
}

const HOUR_MS = 60 * MINUTE_MS;
const LIVE_MS_MIN = 15_000;
const LIVE_ODDS_MS_MIN = MINUTE_MS;
export const ODDS_MS = 3 * HOUR_MS;
const ODDS_AHEAD_MS = 7 * DAY_MS;
const CATALOGUE_MS = DAY_MS;
const FIXTURES_MS = 12 * HOUR_MS;
const TEAMS_MS = 30 * DAY_MS;
const STANDINGS_MS = 7 * DAY_MS;
const SQUAD_MS = 14 * DAY_MS;
const LOOK_AGAIN_MS = MINUTE_MS;

const URGENCIES: readonly Urgency[] = ['live', 'today', 'lineups', 'odds', 'live_odds', 'squads'];
/** The part of a day's allowance that stays untouched by what is less urgent, beside what live matches will need today. */
const KEPT: Record<Urgency, number> = { live: 0, today: 0, lineups: 0.02, odds: 0.1, live_odds: 0.2, squads: 0.25 };
/** Live matches keep no more than this for later, or nothing else would ever be told. */
const LIVE_SHARE_MAX = 0.6;

type Candidate = Due & { request: Request };

/** The most urgent request that is due and that the allowance is still for, or how long there is none. */
export function plan(progress: Progress, settings: PlanSettings, nowMs: number): Plan {
  const freeMs = freeAtMs(progress.used, settings, nowMs);
  if (freeMs > nowMs) return { kind: 'wait', untilMs: freeMs };
  const left = dayLeft(progress.used, settings, nowMs);
  const kept = Math.min(liveMsToday(progress, nowMs) / LIVE_MS_MIN, settings.perDay * LIVE_SHARE_MAX);
  const isAffordable = ({ urgency }: Candidate) =>
    urgency === 'live' || urgency === 'today' || left > kept + settings.perDay * KEPT[urgency];
  const all = candidates(progress, settings, left, nowMs)
    .map((one) => ({ ...one, dueMs: Math.max(one.dueMs, progress.failed[keyOf(one.request)]?.retryMs ?? 0) }))
    .filter(isAffordable);
  const rank = ({ urgency }: Candidate) => URGENCIES.indexOf(urgency);
  const [first] = all.filter(({ dueMs }) => dueMs <= nowMs).sort((a, b) => rank(a) - rank(b) || a.dueMs - b.dueMs);
  if (first !== undefined) return { kind: 'ask', request: first.request, urgency: first.urgency };
  return { kind: 'wait', untilMs: Math.min(nowMs + LOOK_AGAIN_MS, ...all.map(({ dueMs }) => dueMs)) };
}

/** One of each kind that might be asked now or later, with the time from which on it is to be. */
function candidates(progress: Progress, settings: PlanSettings, left: number, nowMs: number): Candidate[] {
  const live = liveCandidates(progress, settings, left, nowMs);
  return [...catalogue(progress, settings), ...live, ...details(progress, nowMs), ...odds(progress, nowMs), ...squads(progress)];
}

/** A league's teams stand before its fixtures, and its groups too: what refers to them comes after. */
function catalogue(progress: Progress, { leagues }: PlanSettings): Candidate[] {
  const found: Candidate[] = [
    { urgency: 'today', request: { kind: 'leagues' }, dueMs: nextMs(progress, { kind: 'leagues' }, CATALOGUE_MS) },
  ];
  for (const league of leagues) {
    const followed = progress.leagues[league];
    if (followed === undefined) continue;
    const { year, isCup } = followed;
    const steps: [Request, number][] = [
      [{ kind: 'teams', league, year }, TEAMS_MS],
      ...(isCup ? [[{ kind: 'standings', league, year }, STANDINGS_MS] satisfies [Request, number]] : []),
      [{ kind: 'fixtures', league, year }, FIXTURES_MS],
    ];
    const isBegun = ([request]: [Request, number]) => progress.answeredMs[keyOf(request)] !== undefined;
    const missing = steps.findIndex((step) => !isBegun(step) && progress.failed[keyOf(step[0])] === undefined);
    const open = missing === -1 ? steps : steps.slice(0, missing + 1);
    found.push(...open.map(([request, everyMs]): Candidate => ({ urgency: 'today', request, dueMs: nextMs(progress, request, everyMs) })));
  }
  return found;
}

const nextMs = ({ answeredMs }: Progress, request: Request, everyMs: number): number => {
  const last = answeredMs[keyOf(request)];
  return last === undefined ? 0 : last + everyMs;
};

/** The list of live matches as often as the allowance lasts until midnight, while there are any; their odds more rarely. */
function liveCandidates(progress: Progress, settings: PlanSettings, left: number, nowMs: number): Candidate[] {
  const starts = Object.values(progress.fixtures).filter((fixture) => isPlayable(fixture, nowMs));
  if (starts.length === 0) return [];
  const startMs = Math.min(...starts.map((fixture) => fixture.kickoffMs!));
  const everyMs = Math.max(LIVE_MS_MIN, liveMsToday(progress, nowMs) / Math.max(1, left * 0.9));
  const live: Request = { kind: 'live', leagues: settings.leagues };
  const found: Candidate[] = [{ urgency: 'live', request: live, dueMs: Math.max(startMs, nextMs(progress, live, everyMs)) }];
  const isPlayed = starts.some(({ liveMs }) => liveMs > 0 && liveMs >= (progress.answeredMs.live ?? 0));
  const liveOdds: Request = { kind: 'live_odds' };
  const dueMs = nextMs(progress, liveOdds, Math.max(LIVE_ODDS_MS_MIN, everyMs * 4));
  return isPlayed ? [...found, { urgency: 'live_odds', request: liveOdds, dueMs }] : found;
}

/** To come, or begun so lately that it may still be played. */
const isPlayable = (fixture: KnownFixture, nowMs: number): boolean =>
  !isOver(fixture) && fixture.kickoffMs !== null && fixture.kickoffMs + 2 * MATCH_MS > nowMs;

/** For how long matches are expected to be played before midnight UTC, those at the same time counted once. */
export function liveMsToday({ fixtures }: Progress, nowMs: number): number {
  const midnightMs = nextMidnightMs(nowMs);
  const spans = Object.values(fixtures)
    .filter((fixture) => !isOver(fixture) && fixture.kickoffMs !== null)
    .map(({ kickoffMs }) => [Math.max(kickoffMs!, nowMs), Math.min(kickoffMs! + MATCH_MS, midnightMs)] as const)
    .sort((a, b) => a[0] - b[0]);
  let sum = 0;
  let coveredMs = nowMs;
  for (const [from, to] of spans) {
    sum += Math.max(0, to - Math.max(from, coveredMs));
    coveredMs = Math.max(coveredMs, to);
  }
  return sum;
}

/** Twenty matches at once cost as much as one: what is due soonest takes the others with it. */
function details({ fixtures, answeredMs }: Progress, nowMs: number): Candidate[] {
  const due = Object.entries(fixtures)
    .map(([id, fixture]) => ({ id, due: dueDetails(fixture, answeredMs.live ?? 0, nowMs) }))
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

const rankOf = ({ urgency }: Due): number => URGENCIES.indexOf(urgency);

/** Leagues that play within a week, page by page. */
function odds(progress: Progress, nowMs: number): Candidate[] {
  const upcoming = Object.values(progress.fixtures).filter(
    ({ kickoffMs, status }) => status === 'ns' && kickoffMs !== null && kickoffMs > nowMs && kickoffMs < nowMs + ODDS_AHEAD_MS,
  );
  return [...new Set(upcoming.map(({ league }) => league))].flatMap((league): Candidate[] => {
    const followed = progress.leagues[league];
    if (followed === undefined || !followed.hasOdds) return [];
    const page = progress.oddsPages[league] ?? 1;
    const request: Request = { kind: 'odds', league, year: followed.year, page };
    return [{ urgency: 'odds', request, dueMs: page > 1 ? 0 : nextMs(progress, request, ODDS_MS) }];
  });
}

/** The team whose squad was told longest ago, or never. */
function squads(progress: Progress): Candidate[] {
  const all = Object.keys(progress.teams).map((team): Candidate => {
    const request: Request = { kind: 'squad', team };
    return {
      urgency: 'squads',
      request,
      dueMs: Math.max(nextMs(progress, request, SQUAD_MS), progress.failed[keyOf(request)]?.retryMs ?? 0),
    };
  });
  return all.sort((a, b) => a.dueMs - b.dueMs).slice(0, 1);
}
