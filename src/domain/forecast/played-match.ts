/** Home and away. */
export type Pair = readonly [number, number];

/** A match as known before it is played. */
export interface Fixture {
  /** Whole days since 1 January 1970 in the local time of the venue. A day is forecast as a whole, before any of its results. */
  day: number;
  /** The competition in which the teams meet throughout a season. */
  division: string;
  /** The calendar year in which the season began. */
  season: number;
  home: string;
  away: string;
  /** On neutral ground. */
  neutral?: boolean;
  /** In a cup: how many tiers of its country the home side's division is above the away side's; below if negative. */
  tiersAbove?: number;
}

/** A played match. Values that were not counted are null: many leagues report only goals. */
export interface PlayedMatch extends Fixture {
  goals: Pair;
  halfTime: Pair | null;
  shots: Pair | null;
  shotsOnTarget: Pair | null;
  corners: Pair | null;
  redCards: Pair | null;
  /** Goals expected by the last prices before kick-off; null without prices. */
  closing: Pair | null;
}

/** A division's place in its country. Divisions of one country exchange teams; tier 0 is the highest. */
export interface DivisionPlace {
  country: string;
  tier: number;
}
