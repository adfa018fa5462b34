import type { LineupFallback } from '#contract/matches.ts';
import { isFinal, type MatchStatus } from '#domain/match-status.ts';

/** What decides whose line-up is shown for a side of a match, and what is said of it. */
export interface LineupKnowledge {
  status: MatchStatus;
  isOfficial: boolean;
  /** Earlier line-ups give a probable eleven. */
  hasProbableEleven: boolean;
  /** The squad gives an eleven, or at least names, or is not known. */
  squad: 'eleven' | 'names' | 'unknown';
  /** A feed tells of this match. */
  isTold: boolean;
  /** Some match of the league had line-ups. */
  isLeagueCovered: boolean;
  hasTeamPlayed: boolean;
}

/** No line-up will come for these. */
const NOT_PLAYED = new Set<MatchStatus>(['tbd', 'pst', 'canc', 'wo', 'awd']);
/** After the end nobody is guessed any more: who played was known, only not to us. */
const isOver = (status: MatchStatus): boolean => isFinal(status) || status === 'abd';

/** The first that holds is said (docs/decisions/009); null for the official line-up. */
const REASONS: readonly [fallback: LineupFallback | null, holds: (known: LineupKnowledge) => boolean][] = [
  [null, ({ isOfficial }) => isOfficial],
  ['not_started_or_invalid_status', ({ status }) => NOT_PLAYED.has(status)],
  ['history_probable_xi', ({ status, hasProbableEleven }) => !isOver(status) && hasProbableEleven],
  ['squad_probable_xi', ({ status, squad }) => !isOver(status) && squad === 'eleven'],
  ['fallback_players', ({ status, squad }) => !isOver(status) && squad === 'names'],
  ['no_fixture_id', ({ isTold }) => !isTold],
  ['league_no_lineups_coverage', ({ isLeagueCovered }) => !isLeagueCovered],
  ['no_official_lineups', ({ status }) => isOver(status)],
  ['no_history_lineups', ({ hasTeamPlayed }) => hasTeamPlayed],
  ['no_players_data', () => true],
];

/** Why a side's line-up is not the official one; null where it is. */
export const lineupFallback = (known: LineupKnowledge): LineupFallback | null => REASONS.find(([, holds]) => holds(known))![0];
