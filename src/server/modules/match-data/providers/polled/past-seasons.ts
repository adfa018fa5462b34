import { z } from 'zod';
import { DAY_MS } from '#domain/time.ts';
import type { Candidate } from './choose.ts';
import type { ProviderError } from './client.ts';

/** The seasons of a league before its current one, newest first. */
export const PastSeasons = z.object({
  /** The league's name, for operators. */
  league: z.string(),
  seasons: z.array(
    z.object({
      /** In the provider's form: "2024" or "2021-2022". */
      id: z.string(),
      /** In its usual form: "2024/25". */
      name: z.string(),
    }),
  ),
});
export type PastSeasons = z.output<typeof PastSeasons>;

/** The part of a feed's progress that is about past seasons. */
export const HistoryProgress = z.object({
  /** By league. */
  pastSeasons: z.record(z.string(), PastSeasons).default({}),
  /** What the provider said about seasons that it refuses, by the key of their requests. */
  refusedSeasons: z.record(z.string(), z.string()).default({}),
});
export type HistoryProgress = z.output<typeof HistoryProgress>;

type Answered = HistoryProgress & { answeredMs: Readonly<Record<string, number>> };

const KIND = 'history';
/** Returns the key under which the request of a past season is stored. */
export const seasonKey = (league: string, season: string): string => `${KIND}:${league}:${season}`;

/** How long a season is not requested after the provider refused it: plans change rarely. */
const REFUSED_MS = 30 * DAY_MS;

/**
 * Returns the requests of the wanted past seasons that were never answered: the newest season of each league first.
 * `followed` are ids of leagues, `count` is the number of seasons before the current one.
 */
export function missingSeasons<R>(
  progress: Answered,
  { followed, count }: { followed: readonly string[]; count: number },
  requestOf: (league: string, season: string) => R,
): Candidate<R>[] {
  const wanted = followed.flatMap((league) => wantedOf(progress, league, count).map(({ id }, nth) => ({ league, id, nth })));
  return wanted
    .filter(({ league, id }) => progress.answeredMs[seasonKey(league, id)] === undefined)
    .sort((a, b) => a.nth - b.nth)
    .map(({ league, id }) => ({ urgency: KIND, request: requestOf(league, id), dueMs: 0 }));
}

const wantedOf = ({ pastSeasons }: HistoryProgress, league: string, count: number): PastSeasons['seasons'] =>
  pastSeasons[league]?.seasons.slice(0, count) ?? [];

/** Returns the number of past seasons that were imported since a time. */
export const seasonsSince = ({ answeredMs }: Pick<Answered, 'answeredMs'>, sinceMs: number): number =>
  Object.entries(answeredMs).filter(([key, ms]) => key.startsWith(`${KIND}:`) && ms >= sinceMs).length;

/** Records that a season was refused, by the plan or for another reason that lasts: it is requested again after a month. */
export function noteRefusedSeason(
  progress: HistoryProgress & { failed: Record<string, { times: number; retryMs: number }> },
  key: string,
  { problem, message }: ProviderError,
  nowMs: number,
): void {
  if (problem !== 'request') return;
  progress.refusedSeasons[key] = message;
  progress.failed[key] = { times: progress.failed[key]?.times ?? 1, retryMs: nowMs + REFUSED_MS };
}

export type SeasonState = 'waiting' | 'fetched' | 'refused';
export interface LeagueHistory {
  league: string;
  /** The wanted seasons, newest first. `problem` is why one was refused, in the provider's words. */
  seasons: { season: string; state: SeasonState; problem: string | null }[];
}

/** Returns which past seasons of each followed league are wanted, and what became of them; leagues without a past season are left out. */
export const historyOf = (progress: Answered, followed: readonly string[], count: number): LeagueHistory[] =>
  followed.flatMap((league) => {
    const seasons = wantedOf(progress, league, count).map(({ id, name }) => stateOf(progress, seasonKey(league, id), name));
    return seasons.length === 0 ? [] : [{ league: progress.pastSeasons[league]!.league, seasons }];
  });

function stateOf({ answeredMs, refusedSeasons }: Answered, key: string, season: string): LeagueHistory['seasons'][number] {
  if (answeredMs[key] !== undefined) return { season, state: 'fetched', problem: null };
  const problem = refusedSeasons[key] ?? null;
  return { season, state: problem === null ? 'waiting' : 'refused', problem };
}
