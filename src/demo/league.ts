import type { LeagueRules } from '#domain/matches/league-rules.ts';
import type { Sport } from '#domain/matches/sport.ts';
import type { DemoClub } from './clubs.ts';

/**
 * How a league's matches lie in time, in minutes of match time. A carousel plays round after round, so that something is always
 * live; a daily league plays one round a calendar day, so that there is something to look forward to; a cup's stages follow
 * each other likewise; the trophy has one match every TROPHY_SLOT_MINUTES, each of another ending.
 */
export type Tempo =
  | { kind: 'carousel'; roundMinutes?: number; offsetMinutes: number; spreadMinutes: number; phaseRounds: number }
  | { kind: 'daily'; firstHour: number; phaseRounds: number }
  | { kind: 'cup'; roundMinutes?: number; offsetMinutes: number; spreadMinutes: number; leadMinutes: number; format: CupFormat }
  | { kind: 'trophy' };

/** Groups of four first, where there are any, everybody against everybody once; then the knock-outs of those that go on. */
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
  /** Clubs, teams or players: whoever plays here. */
  clubs: DemoClub[];
  tempo: Tempo;
  drawPossible: boolean;
  /** Seasons before the present one that a newcomer is told of. */
  toldSeasons: number;
  rules: LeagueRules;
}

/** Minutes of match time between two rounds, unless a league has its own: an hour at the default speed of 12. */
export const ROUND_MINUTES = 720;
/** Sixteen endings, one a slot, come round in 640 minutes: 53 real minutes at the default speed. */
export const TROPHY_SLOT_MINUTES = 40;
