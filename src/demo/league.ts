import type { LeagueRules } from '#domain/matches/league-rules.ts';
import type { SeriesFormat } from '#domain/matches/series-format.ts';
import type { Sport, Surface } from '#domain/matches/sport.ts';
import type { DemoClub } from './clubs.ts';

/**
 * How a league's matches are spread in time, in minutes of match time. A carousel plays round after round, so that a match is always
 * live. A daily league plays one round per calendar day, so that there are matches in the coming days. A cup's stages follow each
 * other in the same way. The trophy has one match every TROPHY_SLOT_MINUTES, each with another ending.
 */
export type Tempo =
  | { kind: 'carousel'; roundMinutes?: number; offsetMinutes: number; spreadMinutes: number; phaseRounds: number }
  | { kind: 'daily'; firstHour: number; phaseRounds: number }
  | { kind: 'cup'; roundMinutes?: number; offsetMinutes: number; spreadMinutes: number; leadMinutes: number; format: CupFormat }
  | { kind: 'trophy' };

/** First the groups of four, if any, in which everybody plays everybody once; then the knock-outs of those that advance. */
export interface CupFormat {
  groups: readonly string[];
  stages: readonly string[];
  /** Rounds without a match between two editions. */
  pauseRounds: number;
}

export interface DemoLeague {
  id: string;
  sport: Sport;
  name: string;
  zh: string;
  vi: string;
  countryCode: string | null;
  /** The clubs, teams or players of the league. */
  clubs: DemoClub[];
  tempo: Tempo;
  /** What a season is named after: a calendar year, or the two years over whose turn it is played. */
  season: 'year' | 'two years';
  drawPossible: boolean;
  /** The format of all its matches, in tennis and esports. */
  format?: SeriesFormat;
  /** Leagues with the same group share one set of ratings. */
  ratingGroup?: string;
  surface?: Surface;
  /** Number of past seasons that are published at a start. */
  toldSeasons: number;
  rules: LeagueRules;
}

/** Minutes of match time between two rounds, unless a league sets its own: an hour at the default speed of 12. */
export const ROUND_MINUTES = 720;
/** Sixteen endings, one per slot, repeat after 640 minutes: 53 real minutes at the default speed. */
export const TROPHY_SLOT_MINUTES = 40;
