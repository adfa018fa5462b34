import type { Sport } from './sport.ts';

/**
 * The rules of a league's table, as data: points, how level teams are parted, and what places mean.
 * Feeds tell them with the league; where they do not, what is usual in its sport holds (`usualRules`).
 */
export interface LeagueRules {
  points: { win: number; draw: number };
  /** What teams are ordered by before the tie-breakers: points, or the share of their games that they won. Points where absent. */
  orderedBy?: (typeof RANKINGS)[number];
  /** Asked in this order until one parts the teams; after the last one the name decides, as no lot can be drawn. */
  tieBreakers: TieBreaker[];
  /**
   * How often any two teams meet. Where it is told, matches among level teams are compared only once all of them have been
   * played; where it is not, those played so far are.
   */
  meetings?: number;
  /** Places that mean something, counted from the top of the table (of each group's table, where there are groups). */
  zones: Zone[];
  /** Points that were taken off teams (by their names) in a season: `{ '2023/24': { 'Everton FC': 8 } }`. */
  deductions?: Record<string, Record<string, number>>;
}

export const RANKINGS = ['points', 'win_rate'] as const;

/** `head_to_head_*` look at the matches among the level teams only; the others at all matches. */
export const TIE_BREAKERS = [
  'goal_difference',
  'goals_for',
  'wins',
  'away_goals',
  'head_to_head_points',
  'head_to_head_goal_difference',
  'head_to_head_goals',
  'head_to_head_away_goals',
] as const;
export type TieBreaker = (typeof TIE_BREAKERS)[number];

/** What a place is good or bad for. */
export const ZONE_KINDS = [
  'champion',
  'champions_league',
  'champions_league_qualifying',
  'europa_league',
  'conference_league',
  'continental',
  'promotion',
  'promotion_playoff',
  'championship_round',
  'advance',
  'advance_playoff',
  'relegation_playoff',
  'relegation',
] as const;
export type ZoneKind = (typeof ZONE_KINDS)[number];

/** From the `from`th to the `to`th place, both included, counted from 1. */
export interface Zone {
  from: number;
  to: number;
  kind: ZoneKind;
}

/** Rules as they are kept with a league: those of its current season, and of earlier seasons those that were told to be others. */
export interface KnownRules extends Partial<LeagueRules> {
  earlier?: Record<string, Partial<LeagueRules>>;
}

/** The rules of one season: as told for it, else for the next later one of which anything was told; the rest is usual in its sport. */
export function rulesOfSeason({ earlier = {}, ...current }: KnownRules, season: string, sport: Sport = 'football'): LeagueRules {
  const told = Object.keys(earlier)
    .filter((other) => other >= season)
    .sort()[0];
  return { ...usualRules(sport), ...(told === undefined ? current : earlier[told]) };
}

export const DEFAULT_LEAGUE_RULES: LeagueRules = {
  points: { win: 3, draw: 1 },
  tieBreakers: ['goal_difference', 'goals_for'],
  zones: [],
};

/** Basketball's leagues order by the share of games won, as teams have not all played as many; its games have no draw. */
const BASKETBALL_RULES: LeagueRules = {
  points: { win: 1, draw: 0 },
  orderedBy: 'win_rate',
  tieBreakers: ['head_to_head_points', 'head_to_head_goal_difference', 'goal_difference', 'goals_for'],
  zones: [],
};

export const usualRules = (sport: Sport): LeagueRules => (sport === 'basketball' ? BASKETBALL_RULES : DEFAULT_LEAGUE_RULES);
