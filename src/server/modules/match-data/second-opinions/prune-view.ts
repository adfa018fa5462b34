import { DAY_MS } from '#domain/time.ts';
import type { KnownOpinion } from './queries.ts';
import { type FeedView, keptSince } from './view.ts';

/** How long it is remembered that a word about no known match was refused or left out; a provider that repeats it is heard more often. */
const UNTOLD_MS = DAY_MS;

/** Drops what a view remembers of matches long over, and of words that the feed no longer repeats, so that it does not grow for ever. */
export function pruneView({ opinions, past, doubtful, refused }: FeedView, now: Date): void {
  const sinceMs = keptSince(now).getTime();
  for (const [id, opinion] of opinions) if (lastMs(opinion) <= sinceMs) opinions.delete(id);
  const untoldMs = now.getTime() - UNTOLD_MS;
  for (const [id, toldMs] of past) if (toldMs <= untoldMs) past.delete(id);
  for (const kept of [doubtful, refused]) {
    for (const [id, { toldMs }] of kept) if (toldMs <= untoldMs && !opinions.has(id)) kept.delete(id);
  }
}

/** Returns when a match begins by the provider's date or ours, whichever is later. An opinion without a date is as old as its word. */
const lastMs = ({ kickoff_at, match_kickoff_at, told_at }: KnownOpinion): number =>
  Math.max((kickoff_at ?? told_at).getTime(), match_kickoff_at?.getTime() ?? 0);
