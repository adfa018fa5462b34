/** Home and away. */
export type Pair = readonly [number, number];

/** A match as the forecaster knows it before it is played. */
export interface Fixture {
  /** Whole days since 1 January 1970, by the clock of the place: a day is forecast as a whole, before any of its results. */
  day: number;
  /** The competition whose teams meet each other through a season. */
  division: string;
  /** The calendar year in which the season began. */
  season: number;
  home: string;
  away: string;
  /** Nobody is at home. */
  neutral?: boolean;
}

/** What happened. What was not counted is null: many leagues tell goals only. */
export interface PlayedMatch extends Fixture {
  goals: Pair;
  halfTime: Pair | null;
  shots: Pair | null;
  shotsOnTarget: Pair | null;
  corners: Pair | null;
  redCards: Pair | null;
  /** The goals that the last prices before kick-off expected, where there were prices. */
  closing: Pair | null;
}

/** Where a division stands in its country: those of one country exchange teams, tier 0 is the highest. */
export interface DivisionPlace {
  country: string;
  tier: number;
}
