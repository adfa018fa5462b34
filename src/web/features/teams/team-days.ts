import type { ReplyOf } from '#contract/endpoint.ts';
import type { getTeam } from '#contract/teams.ts';
import { matchGroup } from '#domain/match-status.ts';
import { DAY_MS } from '#domain/time.ts';

export type TeamMatch = ReplyOf<typeof getTeam>['matches'][number];

export interface TeamDay {
  /** As the reader reads it; null for matches whose day is not known. */
  day: string | null;
  matches: TeamMatch[];
}

/** Matches that come by kick-off, together with those of the same day; `dayOf` writes a day out. */
export function teamDays(matches: readonly TeamMatch[], dayOf: (kickoffAt: Date) => string): TeamDay[] {
  const days: TeamDay[] = [];
  for (const match of matches) {
    const day = match.kickoff_at === null ? null : dayOf(new Date(match.kickoff_at));
    const last = days.at(-1);
    if (last && last.day === day) last.matches.push(match);
    else days.push({ day, matches: [match] });
  }
  return days;
}

const isOver = ({ status }: TeamMatch): boolean => matchGroup(status) === 'finished';

/** Where a reader wants to begin: at the first match not yet over, or at the last one; undefined without any. */
export const nextOf = (matches: readonly TeamMatch[]): TeamMatch | undefined => matches.find((match) => !isOver(match)) ?? matches.at(-1);

/** The UTC dates under which changes of these matches may be told now: of those in play, and of those not over that kick off within a day. */
export function datesToHear(matches: readonly TeamMatch[], nowMs: number): string[] {
  const near = matches.filter((match) => !isOver(match) && Math.abs(Date.parse(match.kickoff_at ?? '') - nowMs) < DAY_MS);
  return [...new Set(near.map(({ kickoff_at }) => kickoff_at!.slice(0, 10)))];
}
