/** What the tennis model takes as given. Strengths are of sets, on the logistic scale (see elo-rating.ts). */
export interface TennisParameters {
  /** Strength between ranks 1 and 2.718, 4 and 10.9, and so on. */
  rankSlope: number;
  /** The rank that a player without one is taken to have. */
  unranked: number;
  /** Deviation of a newcomer's strength from what the rank says, on one surface. */
  newcomerDeviation: number;
  /** How far strengths on two surfaces go together, 0 to 1. */
  surfaceCorrelation: number;
  /** Variance that a day away from the last match adds, and the days after which no more is added. */
  dailyVariance: number;
  daysMax: number;
  /** Variance of a pairing on one day: form, weather, and that styles do not meet alike. It makes sets of a match go together. */
  dayVariance: number;
  /** Share of a full match's evidence that the sets of a match given up are worth. */
  retiredShare: number;
  /** Share of a forecast's distance that comes from today's ranks, the rest from the ratings. */
  rankShare: number;
}

/** Found on matches up to the end of 2023 alone (docs/forecast-other-sports.md). */
export const TENNIS_PARAMETERS: TennisParameters = {
  rankSlope: 0.73,
  unranked: 380,
  newcomerDeviation: 0.71,
  surfaceCorrelation: 0.85,
  dailyVariance: 0.0014,
  daysMax: 365,
  dayVariance: 1.25,
  retiredShare: 0.5,
  rankShare: 0.24,
};
