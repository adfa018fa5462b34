import type { Sport } from '#domain/matches/sport.ts';
import type { SeasonOutlook } from './season-outlook.ts';
import type { StoredForecast } from './stored-forecast.ts';

/** A request of the site to the worker; a number pairs it with its answer. */
export type Question =
  /** Learn what has happened since the last time, by the clock that stamps results. `isAnew`: learn everything from the beginning. */
  | { kind: 'learn'; now: Date; isAnew: boolean }
  | { kind: 'forecast'; matchIds: readonly number[] }
  /** Simulate the rest of a season. */
  | { kind: 'simulate'; leagueId: number; season: string };

/** What was learned: results of these teams, or, with `isAnew`, so much that every forecast may have changed. */
export interface News {
  isAnew: boolean;
  teamIds: number[];
  matches: number;
}

export interface Forecasted {
  matchId: number;
  sport: Sport;
  /** Null if neither team has ever been seen. */
  forecast: StoredForecast | null;
}

export interface Answers {
  learn: News;
  forecast: Forecasted[];
  /** Null if there is no table to play for, or nothing is known of a team. */
  simulate: SeasonOutlook | null;
}

export type Asked = Question & { id: number };
export type Answered = { id: number; answer: Answers[keyof Answers] } | { id: number; error: string };
