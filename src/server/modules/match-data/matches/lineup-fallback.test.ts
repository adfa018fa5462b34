import { describe, expect, it } from 'vitest';
import { LINEUP_FALLBACKS } from '#contract/matches.ts';
import { MATCH_STATUSES } from '#domain/matches/match-status.ts';
import { type LineupKnowledge, lineupFallback } from './lineups.ts';

/** An upcoming match of which everything is known but the official line-up. */
const known: LineupKnowledge = {
  status: 'ns',
  isOfficial: false,
  hasProbableEleven: true,
  squad: 'eleven',
  isTold: true,
  isLeagueCovered: true,
  hasTeamPlayed: true,
};
const unknown: Partial<LineupKnowledge> = { hasProbableEleven: false, squad: 'unknown' };

const CASES: [ReturnType<typeof lineupFallback>, Partial<LineupKnowledge>][] = [
  [null, { isOfficial: true }],
  ['not_started_or_invalid_status', { status: 'canc' }],
  ['history_probable_xi', {}],
  ['squad_probable_xi', { hasProbableEleven: false }],
  ['fallback_players', { hasProbableEleven: false, squad: 'names' }],
  ['no_fixture_id', { ...unknown, isTold: false, isLeagueCovered: false }],
  ['league_no_lineups_coverage', { ...unknown, isLeagueCovered: false }],
  ['no_official_lineups', { status: 'ft' }],
  ['no_history_lineups', unknown],
  ['no_players_data', { ...unknown, hasTeamPlayed: false }],
];

describe('the reason why a side has no official line-up', () => {
  it.each(CASES)('%s', (fallback, change) => {
    expect(lineupFallback({ ...known, ...change })).toBe(fallback);
  });

  it('covers all nine reasons in the cases above', () => {
    expect(new Set(CASES.flatMap(([fallback]) => fallback ?? []))).toEqual(new Set(LINEUP_FALLBACKS));
  });

  it('is never a guess for a match that is over or not played, and is null when there is an official line-up', () => {
    const guessed = MATCH_STATUSES.filter((status) => lineupFallback({ ...known, status }) === 'history_probable_xi');
    expect(guessed).toEqual(['ns', 'live', 'h1', 'ht', 'h2', 'et', 'bt', 'p', 'int', 'susp']);
    for (const status of MATCH_STATUSES) expect(lineupFallback({ ...known, status, isOfficial: true })).toBeNull();
  });

  it('is missing coverage first, for a match that is over', () => {
    expect(lineupFallback({ ...known, status: 'aet', isTold: false })).toBe('no_fixture_id');
    expect(lineupFallback({ ...known, status: 'abd', isLeagueCovered: false })).toBe('league_no_lineups_coverage');
  });
});
