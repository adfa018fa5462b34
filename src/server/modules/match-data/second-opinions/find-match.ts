import type { Sport } from '#domain/matches/sport.ts';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';

/** A match of ours that a provider may mean. */
export interface Candidate {
  matchId: number;
  leagueId: number;
  kickoffMs: number;
  homeTeamId: number;
  awayTeamId: number;
  /** Forms of the teams' names (name-keys.ts). */
  home: ReadonlySet<string>;
  away: ReadonlySet<string>;
}

/** A match as a provider tells it. */
export interface ToldMatch {
  sport: Sport;
  kickoffMs: number;
  home: ReadonlySet<string>;
  away: ReadonlySet<string>;
  /** Our league; null if the provider's league is none that we know. */
  leagueId: number | null;
}

/** Our match, with our teams in the provider's order; or why it is not known which one it is. */
export type Found = { matchId: number; homeTeamId: number; awayTeamId: number } | 'no_match' | 'ambiguous';

/** How far a kick-off may be from ours. Matches of tennis begin when the court is free. */
export const windowMs = (sport: Sport): number => (sport === 'tennis' ? 3 * DAY_MS : DAY_MS);

/** Two matches of the same teams are not as close as this, so that the nearer of two is meant. */
const NEAR_MS = 3 * HOUR_MS;

/** Finds the match that a provider means: both teams fit, in either order, and the kick-off is near. Several that fit are none. */
export function findMatch(told: ToldMatch, candidates: readonly Candidate[]): Found {
  const distanceMs = ({ kickoffMs }: Candidate) => Math.abs(kickoffMs - told.kickoffMs);
  const fitting = candidates
    .filter((one) => distanceMs(one) <= windowMs(told.sport) && (told.leagueId === null || one.leagueId === told.leagueId))
    .map((one) => ({ one, isStraight: isPair(told, one.home, one.away), isSwapped: isPair(told, one.away, one.home) }))
    .filter(({ isStraight, isSwapped }) => isStraight || isSwapped);
  const near = fitting.filter(({ one }) => distanceMs(one) <= NEAR_MS);
  const [found, ...more] = near.length > 0 ? near : fitting;
  if (found === undefined) return 'no_match';
  if (more.length > 0 || (found.isStraight && found.isSwapped)) return 'ambiguous';
  const { matchId, homeTeamId, awayTeamId } = found.one;
  return found.isStraight ? { matchId, homeTeamId, awayTeamId } : { matchId, homeTeamId: awayTeamId, awayTeamId: homeTeamId };
}

const isPair = (told: ToldMatch, home: ReadonlySet<string>, away: ReadonlySet<string>): boolean =>
  isCommon(told.home, home) && isCommon(told.away, away);

const isCommon = (keys: ReadonlySet<string>, others: ReadonlySet<string>): boolean => [...keys].some((key) => others.has(key));

/** Returns whether a match of ours near that time has exactly one of the teams: the other is the same under an unknown name, or another. */
export const hasHalfOf = (told: ToldMatch, candidates: readonly Candidate[]): boolean =>
  candidates.some((one) => {
    if (Math.abs(one.kickoffMs - told.kickoffMs) > windowMs(told.sport) || one.leagueId !== told.leagueId) return false;
    const hits = [told.home, told.away].filter((keys) => isCommon(keys, one.home) || isCommon(keys, one.away));
    return hits.length === 1;
  });
