import type { Sport } from '#domain/matches/sport.ts';
import type { SeasonOutlook } from './season-outlook.ts';
import type { StoredForecast } from './stored-forecast.ts';

/** What the site asks of the worker, each with a number that its answer carries. */
export type Question =
  /** Learn what has happened since the last time, by the clock that results are stamped with. `isAnew`: everything from the beginning. */
  | { kind: 'learn'; now: Date; isAnew: boolean }
  | { kind: 'forecast'; matchIds: readonly number[] }
  /** Play the rest of a season. */
  | { kind: 'simulate'; leagueId: number; season: string };

/** What was new: results of these teams, or so much that every forecast may be another one. */
export interface News {
  isAnew: boolean;
  teamIds: number[];
  matches: number;
}

export interface Forecasted {
  matchId: number;
  sport: Sport;
  /** Null for two teams that were never seen. */
  forecast: StoredForecast | null;
}

export interface Answers {
  learn: News;
  forecast: Forecasted[];
  /** Null where there is no table to play for, or a team that nothing is known of. */
  simulate: SeasonOutlook | null;
}

export type Asked = Question & { id: number };
export type Answered = { id: number; answer: Answers[keyof Answers] } | { id: number; error: string };
