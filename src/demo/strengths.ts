import { normal, randomFrom } from './seeded-random.ts';

/** The goals that a side scores against an average side, and concedes, as factors around 1 (stored as logarithms around 0). */
export interface Strength {
  attack: number;
  defence: number;
}

/** Goals per match of an average side, and the advantage of playing at home. */
const BASE_GOALS = 1.17;
const HOME_EDGE = 0.28;
const CLUB_SPREAD = 0.22;
const SEASON_SPREAD = 0.08;

/** Returns a club's strength in a season: mostly constant, with a small change per season. */
export function strengthOf(seed: string, clubId: string, season: number): Strength {
  const own = randomFrom(`${seed} ${clubId} strength`);
  const year = randomFrom(`${seed} ${clubId} strength ${season}`);
  const quality = normal(own) * CLUB_SPREAD;
  return {
    attack: quality + normal(own) * 0.08 + normal(year) * SEASON_SPREAD,
    defence: quality + normal(own) * 0.08 + normal(year) * SEASON_SPREAD,
  };
}

/** Returns the skill of a side in a season as one number with deviation about 1, for sports other than football. */
export function skillOf(seed: string, id: string, season: number): number {
  return normal(randomFrom(`${seed} ${id} skill`)) * 0.95 + normal(randomFrom(`${seed} ${id} skill ${season}`)) * 0.3;
}

/** Returns the expected goals in 90 minutes. */
export function expectedGoals(home: Strength, away: Strength): [home: number, away: number] {
  return [BASE_GOALS * Math.exp(HOME_EDGE + home.attack - away.defence), BASE_GOALS * Math.exp(away.attack - home.defence)];
}
