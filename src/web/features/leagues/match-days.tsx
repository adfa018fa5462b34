import type { LiveChange } from '#contract/live.ts';
import type { MatchSummary } from '#contract/matches.ts';
import { matchGroup } from '#domain/matches/match-status.ts';
import { DAY_MS } from '#domain/time.ts';
import { useLiveTopic } from '#web/data/live.ts';

export interface MatchDay {
  /** Null if the matches' day is unknown. */
  at: Date | null;
  matches: MatchSummary[];
}

/** Groups matches by the user's local day, in playing order; those without a day come last. */
export function matchDays(matches: readonly MatchSummary[]): MatchDay[] {
  const days = new Map<string, MatchDay>();
  for (const match of matches.toSorted((a, b) => startMs(a) - startMs(b))) {
    const at = match.kickoff_at === null ? null : new Date(match.kickoff_at);
    const key = at?.toDateString() ?? '';
    const day = days.get(key) ?? { at, matches: [] };
    day.matches.push(match);
    days.set(key, day);
  }
  return [...days.values()];
}

const startMs = ({ kickoff_at }: MatchSummary): number => (kickoff_at === null ? Number.POSITIVE_INFINITY : Date.parse(kickoff_at));

/** Returns the UTC dates with pushes about these matches soon: those of unfinished ones within about a day. */
export function datesToFollow(matches: readonly MatchSummary[], nowMs: number): string[] {
  const near = matches.filter((match) => matchGroup(match.status) !== 'finished' && Math.abs(startMs(match) - nowMs) <= DAY_MS);
  return [...new Set(near.map((match) => new Date(startMs(match)).toISOString().slice(0, 10)))];
}

interface FollowDateProps {
  /** The UTC date of kick-off, YYYY-MM-DD. */
  date: string;
  onChange: (change: LiveChange) => void;
  onGap: () => void;
}

/** Follows a date's matches while it is rendered; a component, because the number of dates varies. */
export function FollowDate({ date, onChange, onGap }: FollowDateProps) {
  useLiveTopic(`matches:${date}`, onChange, onGap);
  return null;
}
