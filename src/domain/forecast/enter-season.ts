import type { FilterSettings } from './filter-settings.ts';
import type { Pair } from './played-match.ts';
import type { Move } from './season-moves.ts';
import { ATTACK, DEFENCE, EDGE, newTeam, STATE, spreadTogether, type TeamState } from './team-state.ts';

/** What a summer changes: nothing much for who stays, a known step for who comes from above or below. */
export function enterSeason(team: TeamState, move: Move, settings: FilterSettings): void {
  if (move === 'first') return;
  const { x, p } = team;
  if (move === 'new') {
    x.set(settings.unknown, ATTACK);
    p.set(newTeam({ ...settings, variance: settings.variance * settings.newcomerVariance }).p);
    return;
  }
  const kept = settings.seasonKept;
  for (const slow of [ATTACK, DEFENCE]) {
    x[slow]! *= kept;
    for (let k = 0; k < STATE; k++) {
      p[slow * STATE + k]! *= kept;
      p[k * STATE + slow]! *= kept;
    }
  }
  spreadTogether(p, ATTACK, settings.seasonVariance, settings.correlation);
  x[EDGE]! *= settings.edgeKept;
  if (move === 'stayed') return;
  shift(team, MOVES[move](settings));
}

interface Shift {
  kept: number;
  by: Pair;
  variance: number;
}

const MOVES: Readonly<Record<Exclude<Move, 'first' | 'new' | 'stayed'>, (settings: FilterSettings) => Shift>> = {
  promoted: ({ moveKept, promoted, newcomerVariance, seasonVariance }) => ({
    kept: moveKept,
    by: promoted,
    variance: 2 * newcomerVariance * seasonVariance,
  }),
  relegated: ({ relegated, newcomerVariance, seasonVariance }) => ({
    kept: 1,
    by: relegated,
    variance: 2 * newcomerVariance * seasonVariance,
  }),
  moved: ({ newcomerVariance, seasonVariance }) => ({ kept: 1, by: [0, 0], variance: 2 * newcomerVariance * seasonVariance }),
  back: ({ unknown, variance }) => ({ kept: 0.5, by: unknown, variance: variance / 2 }),
};

function shift({ x, p }: TeamState, { kept, by, variance }: Shift): void {
  x[ATTACK] = kept * x[ATTACK]! + by[0];
  x[DEFENCE] = kept * x[DEFENCE]! + by[1];
  for (const slow of [ATTACK, DEFENCE]) p[slow * STATE + slow]! += variance;
}

/** Takes the mean attack and defence from those who played a season together, and says how much it makes of the division's level. */
export function centre(teams: readonly TeamState[]): number {
  const means = [ATTACK, DEFENCE].map((slow) => {
    const mean = teams.reduce((sum, { x }) => sum + x[slow]!, 0) / Math.max(1, teams.length);
    for (const { x } of teams) x[slow]! -= mean;
    return mean;
  });
  return means[0]! - means[1]!;
}
