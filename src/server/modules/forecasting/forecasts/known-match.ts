import type { PartScore } from '#domain/matches/score.ts';
import type { SeriesFormat } from '#domain/matches/series-format.ts';
import type { Sport, Surface } from '#domain/matches/sport.ts';
import type { StoredForecast } from './stored-forecast.ts';

/** A match before it is played, as the models see it: our ids, and nothing about the teams' strength. */
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
  terms: MatchTerms;
}

/** What feeds say of a match and its league beyond who meets when. */
export interface MatchTerms {
  /** Leagues of the same sport and group share one set of ratings; null: the league has its own. */
  ratingGroup: string | null;
  /** Whether it can end level. */
  drawPossible: boolean;
  /** In sets or maps; null while it is unknown. */
  format: SeriesFormat | null;
  surface: Surface | null;
  /** Positions in the tour's ranking now, also for a past match: ranks of its day are not stored. Null: not ranked, or unknown. */
  ranks: [home: number | null, away: number | null];
  /** Whether neither side plays at home. */
  neutral: boolean;
}

/** The terms of a sport without series, surfaces and ranks, if its league has ratings of its own. */
export const PLAIN_TERMS: MatchTerms = {
  ratingGroup: null,
  drawPossible: true,
  format: null,
  surface: null,
  ranks: [null, null],
  neutral: false,
};

type Pair = [home: number, away: number];

/** A match that was played to its end. Statistics that were not counted are null. */
export interface PastMatch extends ComingMatch {
  /** Football: the score after 90 minutes; other sports: the final score. */
  score: Pair;
  halfTime: Pair | null;
  shots: Pair | null;
  shotsOnTarget: Pair | null;
  corners: Pair | null;
  redCards: Pair | null;
  /** Last prices before kick-off, in hundredths, by bookmaker; the draw is null if there is none. */
  prices: [home: number, draw: number | null, away: number][];
  /** Quarters, sets or maps, in order; null if they are unknown. */
  parts: readonly PartScore[] | null;
}

/** What the models know of a league. */
export interface KnownLeague {
  id: number;
  name: string;
  /** Whether teams meet through a season rather than in rounds of a cup. */
  isLeague: boolean;
  countryCode: string | null;
  /** Whether its best teams are promoted, so that it is not its country's top league. */
  hasPromotion: boolean;
}

/** What the models know of leagues. */
export interface Catalogue {
  leagueOf(id: number): KnownLeague | undefined;
}

/** A forecast without the format that it was made for. */
export type ModelForecast = Omit<StoredForecast, 'format'>;

/** Forecasting model of one sport. */
export interface SportModel {
  /** Learns results, which come in the order of their days. Ignores impossible ones. */
  learn(matches: readonly PastMatch[]): void;
  /** Returns the forecast of a match; null if neither team has ever been seen, or for a format that the model does not know. */
  forecast(match: ComingMatch): ModelForecast | null;
  /** Retrains the weights of the model on a day after everything that was learned. */
  train(day: number): void;
}

/** Counts the matches in which each team has been seen. */
export function createSeenTeams() {
  const matches = new Map<number, number>();
  return {
    add({ homeId, awayId }: { homeId: number; awayId: number }): void {
      for (const id of [homeId, awayId]) matches.set(id, (matches.get(id) ?? 0) + 1);
    },
    of({ homeId, awayId }: { homeId: number; awayId: number }): { fewest: number; most: number } {
      const [home, away] = [matches.get(homeId) ?? 0, matches.get(awayId) ?? 0];
      return { fewest: Math.min(home, away), most: Math.max(home, away) };
    },
  };
}
