import type { KnockOutPlan } from './knock-out-plan.ts';
import type { Sport } from './sport.ts';

/**
 * The rules of a league's table, as data: points, tie-breakers, and the meaning of places. Feeds provide them with the league; otherwise
 * the defaults of its sport apply (`usualRules`).
 */
export interface LeagueRules {
  points: { win: number; draw: number };
  /** Primary order of teams: points, or the share of games won. Points if absent. */
  orderedBy?: (typeof RANKINGS)[number];
  /** Applied in this order until one separates the teams; after the last one the name decides, as lots cannot be drawn. */
  tieBreakers: TieBreaker[];
  /**
   * How often any two teams meet. If known, matches among level teams are compared only once all of them have been played; otherwise those
   * played so far are.
   */
  meetings?: number;
  /** Places with a meaning, counted from the top of the table (of each group's table, if there are groups). */
  zones: Zone[];
  /** Points deducted from teams (by name) in a season: `{ '2023/24': { 'Everton FC': 8 } }`. */
  deductions?: Record<string, Record<string, number>>;
  /** How groups lead to the knock-outs; absent if it is drawn after the groups, or unknown. */
  knockOuts?: KnockOutPlan;
}

export const RANKINGS = ['points', 'win_rate'] as const;

/** `head_to_head_*` use the matches among the level teams only; the others use all matches. */
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

/** Meanings of a place. */
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

/** From place `from` to place `to`, both included, counted from 1. */
export interface Zone {
  from: number;
  to: number;
  kind: ZoneKind;
}

/** Rules as stored with a league: those of its current season, and those of earlier seasons that differed. */
export interface KnownRules extends Partial<LeagueRules> {
  earlier?: Record<string, Partial<LeagueRules>>;
}

/**
 * Returns the rules of one season: those stored for it, else for the next later season that has any; defaults of its sport fill the rest.
 */
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

/** Basketball leagues order by the share of games won, as teams have not all played as many; its games have no draw. */
const BASKETBALL_RULES: LeagueRules = {
  points: { win: 1, draw: 0 },
  orderedBy: 'win_rate',
  tieBreakers: ['head_to_head_points', 'head_to_head_goal_difference', 'goal_difference', 'goals_for'],
  zones: [],
};

export const usualRules = (sport: Sport): LeagueRules => (sport === 'basketball' ? BASKETBALL_RULES : DEFAULT_LEAGUE_RULES);
