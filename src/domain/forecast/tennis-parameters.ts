/** Fixed parameters of the tennis model. Strengths refer to sets, on the logistic scale (see elo-rating.ts). */
export interface TennisParameters {
  /** Strength of a rank: -rankSlope x ln(rank + rankShift). */
  rankSlope: number;
  rankShift: number;
  /** Rank assumed for players outside the ranking. */
  unranked: number;
  /** Deviation of a newcomer's strength from that of the rank, on one surface. */
  newcomerDeviation: number;
  /** The same if the rank is unknown. */
  newcomerDeviationWithoutRank: number;
  /** Correlation of strengths on two surfaces, 0 to 1. */
  hardAndClay: number;
  hardAndGrass: number;
  clayAndGrass: number;
  /** Variance added per day since the last match, and the number of days after which no more is added. */
  dailyVariance: number;
  daysMax: number;
  /** Variance of a rank's strength as a second opinion on a player, doubled for unranked ones: the rank knows matches of lower tours. */
  rankVariance: number;
  /** Addition per unit of strength by which the rank is better than the rating: a player who rises elsewhere. */
  rising: number;
  /** Difference in the logit of winning a game per unit of strength, and the weight of a game as evidence. */
  gameScale: number;
  gameWeight: number;
  /** Variance of a pairing on one day that learning allows for: form, weather, and how styles match up. */
  learningVariance: number;
  /** The same in forecasts of matches of best of three and of five; it correlates the sets of a match. */
  dayVariance: number;
  dayVarianceOfFive: number;
  /** Weight of the games of a match that was given up, as a share. */
  retiredShare: number;
  condition: ConditionParameters;
}

/** How what a player did lately changes the strength on a day. */
export interface ConditionParameters {
  /** Per 20 games played lately. A game counts less with every day, by the factor e after `fatigueDays`. */
  fatigue: number;
  fatigueDays: number;
  /** Per 5 matches played lately, which fade with `activityDays` in the same way. */
  activity: number;
  activityDays: number;
  /** For having played at the tournament already. */
  acclimatised: number;
  /** Per unit of ln(1 + days / 30), for days beyond the first two weeks since the last match. */
  absence: number;
  /** After giving up or withdrawing from the last match; fades by the factor e after 30 days. */
  injury: number;
}

/** Chosen on matches before 2022 (docs/forecast-other-sports.md). */
export const TENNIS_PARAMETERS: TennisParameters = {
  rankSlope: 2.81,
  rankShift: 550,
  unranked: 2000,
  newcomerDeviation: 3.32,
  newcomerDeviationWithoutRank: 1.6,
  hardAndClay: 0.977,
  hardAndGrass: 0.987,
  clayAndGrass: 0.956,
  dailyVariance: 0.00119,
  daysMax: 720,
  rankVariance: 2.27,
  rising: 0.368,
  gameScale: 0.242,
  gameWeight: 0.572,
  learningVariance: 1.71,
  dayVariance: 1.66,
  dayVarianceOfFive: 0.174,
  retiredShare: 0.389,
  condition: {
    fatigue: -0.438,
    fatigueDays: 1.32,
    activity: 0.54,
    activityDays: 16.5,
    acclimatised: 0.292,
    absence: -0.0965,
    injury: -0.317,
  },
};
