import type { LeagueRef, MatchSummary } from '#contract/matches.ts';
import { type MatchGroup, matchGroup } from '#domain/matches/match-status.ts';
import type { FavoriteSets } from '#web/data/favorites.ts';
import type { DayPage } from './api.ts';
import { type LocalDate, localDate } from './local-day.ts';

/** A league's matches, grouped in the list. */
export interface LeagueGroup {
  league: LeagueRef;
  matches: MatchSummary[];
  /** Total number of matches, including those not shown. */
  total: number;
  /** Number of matches that are not shown anywhere. */
  hidden: number;
  /** Number of finished matches behind one line, because the league has others to come. */
  folded: number;
}

type LeagueOfDay = DayPage['leagues'][number];

export const countOf = ({ counts }: Pick<LeagueOfDay, 'counts'>, status: MatchGroup | null = null): number =>
  status === null ? counts.live + counts.finished + counts.upcoming : counts[status];

/** Returns whether a match is starred, or played by a starred team. */
export const isPinned = (match: MatchSummary, { match: matches, team }: FavoriteSets): boolean =>
  matches.has(match.id) || team.has(match.home.id) || team.has(match.away.id);

/** Returns whether a match, a team of it, or its league is starred. */
export const isFollowed = (match: MatchSummary, followed: FavoriteSets): boolean =>
  isPinned(match, followed) || followed.league.has(match.league_id);

/** Groups matches by league in the order of each league's first match; those of unknown leagues are omitted. */
export function groupsByLeague<T extends MatchSummary>(
  matches: readonly T[],
  leagueOf: (match: T) => LeagueRef | undefined,
): LeagueGroup[] {
  const groups = new Map<number, LeagueGroup>();
  for (const match of matches) {
    const league = leagueOf(match);
    if (!league) continue;
    const group = groups.get(league.id) ?? { league, matches: [], total: 0, hidden: 0, folded: 0 };
    group.matches.push(match);
    group.total += 1;
    groups.set(league.id, group);
  }
  return [...groups.values()];
}

export const isOn = ({ kickoff_at }: MatchSummary, date: LocalDate): boolean =>
  kickoff_at !== null && localDate(new Date(kickoff_at)) === date;

/** Sorts matches in play or upcoming by kick-off, those without a date last; then finished ones, the latest first. */
export function byNearness(a: MatchSummary, b: MatchSummary): number {
  const [aIsOver, bIsOver] = [a, b].map(({ status }) => matchGroup(status) === 'finished');
  if (aIsOver !== bIsOver) return aIsOver ? 1 : -1;
  return aIsOver ? byKickoff(b, a) : byKickoff(a, b);
}

const byKickoff = (a: MatchSummary, b: MatchSummary): number => timeOf(a) - timeOf(b) || a.id - b.id;

const timeOf = ({ kickoff_at }: MatchSummary): number => (kickoff_at === null ? Number.MAX_VALUE : Date.parse(kickoff_at));
