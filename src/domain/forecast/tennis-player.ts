import { aged, newcomer, type Rating } from './elo-rating.ts';
import type { ConditionParameters } from './tennis-parameters.ts';

/** What a model knows of a player, as plain JSON. */
export interface TennisPlayer {
  /** Strength on each surface. */
  rating: Rating;
  /** Games and matches played lately, which fade with time; valid for the day of the rating. */
  games: number;
  matches: number;
  /** Whether the player gave up or withdrew from the last match. */
  hasGivenUp: boolean;
  /** Number of matches given up. */
  retirements: number;
  /** The tournament of the last match; null if it is unknown. */
  tournament: string | null;
}

/** A player nobody has seen, with strengths distributed around `mean`. */
export const newPlayer = (mean: readonly number[], covariance: readonly (readonly number[])[], day: number): TennisPlayer => ({
  rating: newcomer(mean, covariance, day),
  games: 0,
  matches: 0,
  hasGivenUp: false,
  retirements: 0,
  tournament: null,
});

/** How strengths grow uncertain with time. */
export interface Ageing {
  daily: readonly (readonly number[])[];
  daysMax: number;
}

/** Returns the player on a later day. */
export function onDay(player: TennisPlayer, day: number, { daily, daysMax }: Ageing, condition: ConditionParameters): TennisPlayer {
  const days = daysSince(player, day);
  return {
    ...player,
    rating: aged(player.rating, day, daily, daysMax),
    games: player.games * Math.exp(-days / condition.fatigueDays),
    matches: player.matches * Math.exp(-days / condition.activityDays),
  };
}

/** A match as one of its players remembers it. */
interface OwnMatch {
  rating: Rating;
  games: number;
  hasGivenUp: boolean;
  tournament: string | null;
}

/** Returns the player, as of the day of a match, after that match. */
export const havingPlayed = (player: TennisPlayer, { rating, games, hasGivenUp, tournament }: OwnMatch): TennisPlayer => ({
  rating,
  games: player.games + games,
  matches: player.matches + 1,
  hasGivenUp,
  retirements: player.retirements + (hasGivenUp ? 1 : 0),
  tournament,
});

/** Returns by how much fatigue, practice, absence and injury change a player's strength on a day: 0 for a player nobody has seen. */
export function conditionOf(player: TennisPlayer, day: number, tournament: string | null, parameters: ConditionParameters): number {
  if (player.rating.played === 0) return 0;
  const days = daysSince(player, day);
  const isOnSite = tournament !== null && tournament === player.tournament;
  return (
    (parameters.fatigue * player.games * Math.exp(-days / parameters.fatigueDays)) / 20 +
    (parameters.activity * player.matches * Math.exp(-days / parameters.activityDays)) / 5 +
    (isOnSite ? parameters.acclimatised : 0) +
    parameters.absence * Math.log(1 + Math.max(0, days - 14) / 30) +
    (player.hasGivenUp ? parameters.injury * Math.exp(-days / 30) : 0)
  );
}

/** Results are learned in order; a fixture on an earlier day is treated as being on the day of the last match. */
const daysSince = ({ rating }: TennisPlayer, day: number): number => Math.max(0, day - rating.day);
