import { isInPlay } from '#domain/matches/match-status.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import type { Feed, FeedUpdate } from '#server/modules/match-data/import/feed.ts';
import { type Candidate, choose, type Plan } from '#server/modules/match-data/providers/polled/choose.ts';
import { noteAnswered, noteProblem } from '#server/modules/match-data/providers/polled/client.ts';
import {
  dropFarAway,
  isOver,
  isUnknown,
  type KnownMatch,
  liveEveryMs,
  nextCheckMs,
  noteChecked,
  noteMatch,
  pauseOfUnknown,
} from '#server/modules/match-data/providers/polled/known-match.ts';
import {
  type AnswerInHand,
  createPolledFeed,
  type FeedOptions,
  type PolledService,
  type PolledSettings,
} from '#server/modules/match-data/providers/polled/polled-feed.ts';
import { CommonProgress, defineProgress, newCommonProgress, nextMs } from '#server/modules/match-data/providers/polled/progress.ts';
import { defineProvider } from '#server/modules/match-data/providers/polled/provider.ts';
import { readRows, type Taken } from '#server/modules/match-data/providers/polled/readings.ts';
import { MatchRow, tourOf } from './formats.ts';
import { LIVE_TENNIS_PROTOCOL } from './protocol.ts';
import { LIVE_MS, LIVE_TENNIS_CHECK, LIVE_TENNIS_SETTINGS } from './settings.ts';
import { isStale, matchUpdates } from './to-updates.ts';

/** A tour is "atp-singles"; ids are the provider's, as strings. */
type Request = { kind: 'upcoming'; tour: string } | { kind: 'live' } | { kind: 'match'; id: string };

const ROWS = 200;

function queryOf(request: Request): string {
  if (request.kind === 'match') return `/matches/${request.id}`;
  if (request.kind === 'live') return `/matches?status=live&limit=${ROWS}`;
  const [tour, draw] = request.tour.split('-');
  return `/matches?status=upcoming&limit=${ROWS}&tour=${tour}&draw=${draw}`;
}

const keyOf = (request: Request): string =>
  request.kind === 'live' ? 'live' : `${request.kind}:${request.kind === 'match' ? request.id : request.tour}`;

const UPCOMING_MS = 6 * HOUR_MS;
const EARLY_MS = 15 * MINUTE_MS;
const LATE_MS = 12 * HOUR_MS;
const VANISHED_MS = 15 * MINUTE_MS;
/** When a result is checked again, because providers correct them: rarely, because each check is a request. */
const CHECKS_AFTER_MS = [3 * HOUR_MS, DAY_MS];

function plan(progress: CommonProgress, settings: PolledSettings, nowMs: number): Plan<Request> {
  const candidates = (left: number): Candidate<Request>[] => [
    ...settings.followed.map((tour): Candidate<Request> => {
      const request: Request = { kind: 'upcoming', tour };
      return { urgency: 'today', request, dueMs: nextMs(progress, keyOf(request), UPCOMING_MS) };
    }),
    ...dueLive(progress, liveEveryMs(progress.fixtures, left, nowMs, LIVE_MS), nowMs),
    ...Object.entries(progress.fixtures).flatMap(([id, match]) => dueMatch(id, match, progress, nowMs)),
  ];
  return choose({ candidates, keyOf, liveMs: LIVE_MS }, progress, settings, nowMs);
}

function dueLive({ fixtures, answeredMs }: CommonProgress, everyMs: number, nowMs: number): Candidate<Request>[] {
  const begins = Object.values(fixtures).flatMap((match) => (mayBeLive(match, nowMs) ? [match.kickoffMs! - EARLY_MS] : []));
  if (begins.length === 0) return [];
  return [{ urgency: 'live', request: { kind: 'live' }, dueMs: Math.max(Math.min(...begins), (answeredMs.live ?? 0) + everyMs) }];
}

const mayBeLive = (match: KnownMatch, nowMs: number): boolean =>
  !isOver(match) && !isUnknown(match) && match.status !== 'pst' && match.kickoffMs !== null && match.kickoffMs + LATE_MS > nowMs;

/** Returns a match that vanished from the live list, was never in it, or whose result is to be checked: this is the only way to results. */
function dueMatch(id: string, match: KnownMatch, { answeredMs }: CommonProgress, nowMs: number): Candidate<Request>[] {
  const request: Request = { kind: 'match', id };
  if (isOver(match)) {
    const dueMs = nextCheckMs(match, match.checkedMs, CHECKS_AFTER_MS);
    return dueMs === null ? [] : [{ urgency: 'squads', request, dueMs }];
  }
  if (match.kickoffMs === null || match.kickoffMs > nowMs) return [];
  const isListed = match.liveMs >= (answeredMs.live ?? 0) && match.liveMs > 0;
  if (isListed && isInPlay(match.status)) return [];
  const silentMs = nowMs - Math.max(match.liveMs, match.kickoffMs);
  // A match that was not seen in play begins late; one that was may be over.
  const pauseMs = Math.min(Math.max(isInPlay(match.status) ? VANISHED_MS : HOUR_MS, silentMs / 5), DAY_MS);
  const sinceMs = isInPlay(match.status) ? match.checkedMs : Math.max(match.checkedMs, match.kickoffMs);
  return [{ urgency: 'today', request, dueMs: sinceMs === 0 ? 0 : sinceMs + pauseOfUnknown(match, pauseMs) }];
}

/** Reads matches. The live list contains all tours; a match whose score is stale counts as not listed. */
function take({ fixtures }: CommonProgress, request: Request, { rows, askedAt, followed }: AnswerInHand): Taken {
  const nowMs = askedAt.getTime();
  const isWanted = (row: unknown) => request.kind === 'match' || followed.includes(tourOf(Object(row)) ?? '');
  const { good, refusals } = readRows(MatchRow, rows.filter(isWanted), 'match');
  const updates: FeedUpdate[] = [];
  for (const row of good) {
    const taken = matchUpdates(row, askedAt);
    updates.push(...taken.updates);
    refusals.push(...taken.refusals);
    const before = fixtures[row.id];
    const status = isStale(row) ? (before?.status ?? null) : taken.status;
    if (status === null) continue;
    const isSeen = request.kind !== 'upcoming' && !isStale(row);
    noteMatch(
      fixtures,
      row.id,
      {
        ...{ league: tourOf(row) ?? '', kickoffMs: row.scheduled_time?.getTime() ?? null, status },
        checkedMs: request.kind === 'match' ? nowMs : (before?.checkedMs ?? 0),
        liveMs: isSeen ? nowMs : (before?.liveMs ?? 0),
      },
      nowMs,
    );
  }
  if (request.kind === 'match') noteChecked(fixtures, [request.id], new Set(good.map(({ id }) => id)), nowMs);
  dropFarAway(fixtures, nowMs);
  return { updates, refusals };
}

const FEED_NAME = 'live-tennis';

const SERVICE: PolledService<CommonProgress, Request> = {
  name: FEED_NAME,
  protocol: LIVE_TENNIS_PROTOCOL,
  keySetting: LIVE_TENNIS_SETTINGS.keySetting,
  oddsCadenceSeconds: Number.POSITIVE_INFINITY,
  // Not the coming matches: the plan may lack a followed tour, and the other lists go on.
  matchKinds: ['live', 'match'],
  skipsUnchanged: true,
  plan,
  queryOf,
  keyOf,
  heldFor: () => [],
  take,
  noteAnswer(progress, request, _, askedMs) {
    noteAnswered(progress, keyOf(request), askedMs);
    // Of a match, its own times are stored; it need not be remembered here for ever.
    if (request.kind === 'match') delete progress.answeredMs[keyOf(request)];
  },
  noteProblem(progress, request, error, nowMs) {
    const isRefused = error.problem === 'request';
    noteProblem(progress, { key: keyOf(request), isLive: request.kind === 'live' && !isRefused }, error, nowMs);
    if (request.kind !== 'match' || !isRefused) return;
    // An unknown match says nothing about the others: it is asked for less and less often, and does not count as a failure.
    delete progress.failed[keyOf(request)];
    noteChecked(progress.fixtures, [request.id], new Set(), nowMs);
  },
};

export const { createStore: createLiveTennisStore, loadProgress } = defineProgress(FEED_NAME, CommonProgress, newCommonProgress);

/** Creates a feed of the Live Tennis API (see `createPolledFeed`): coming matches, scores as often as the plan allows, and results. */
export const createLiveTennisFeed = (settings: PolledSettings, options: FeedOptions<CommonProgress>): Feed =>
  createPolledFeed(SERVICE, settings, options);

export const LIVE_TENNIS = defineProvider(LIVE_TENNIS_SETTINGS, LIVE_TENNIS_CHECK, (settings, deps) =>
  createLiveTennisFeed(settings, { ...deps, store: createLiveTennisStore(deps) }),
);
