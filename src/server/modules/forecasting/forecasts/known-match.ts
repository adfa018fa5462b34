import type { Sport } from '#domain/matches/sport.ts';
import type { StoredForecast } from './stored-forecast.ts';

/** A match before it is played, as the models know it: ids of ours, and nothing of who is how strong. */
export interface ComingMatch {
  id: number;
  sport: Sport;
  leagueId: number;
  /** As the league writes it: "2025/26". */
  season: string;
  /** Whole days since 1 January 1970, UTC. */
  day: number;
  homeId: number;
  awayId: number;
}

type Pair = [home: number, away: number];

/** A match that was played to its end. What nobody counted is null. */
export interface PastMatch extends ComingMatch {
  /** Football: of 90 minutes; else the one that it ended with. */
  score: Pair;
  halfTime: Pair | null;
  shots: Pair | null;
  shotsOnTarget: Pair | null;
  corners: Pair | null;
  redCards: Pair | null;
  /** The last prices before it began, in hundredths, by bookmaker; the draw null where there is none. */
  prices: [home: number, draw: number | null, away: number][];
}

/** Of a league, what the models ask for. */
export interface KnownLeague {
  id: number;
  /** Its teams meet through a season, rather than in rounds of a cup. */
  isLeague: boolean;
  countryCode: string | null;
  drawPossible: boolean;
  /** Its best teams go up: it is not its country's highest. */
  hasPromotion: boolean;
}

/** What the models know of leagues. */
export interface Catalogue {
  leagueOf(id: number): KnownLeague | undefined;
}

/** Forecasts one sport. */
export interface SportModel {
  /** Takes in a result; results come in the order of their days. What cannot be true is passed over. */
  learn(matches: readonly PastMatch[]): void;
  /** Null for a match of two teams that were never seen. */
  forecast(match: ComingMatch): StoredForecast | null;
  /** Weighs anew what it knows, on a day after all that it has learned. */
  train(day: number): void;
}
