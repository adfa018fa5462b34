import { normal, randomFrom } from './seeded-random.ts';

/** How many goals a side would score against an average one, and concede, as factors around 1 (in logarithms around 0). */
export interface Strength {
  attack: number;
  defence: number;
}

/** Goals of an average side per match, and what playing at home is worth. */
const BASE_GOALS = 1.17;
const HOME_EDGE = 0.28;
const CLUB_SPREAD = 0.22;
const SEASON_SPREAD = 0.08;

/** A club's strength in a season: mostly its own, a little the year's. */
export function strengthOf(seed: string, clubId: string, season: string): Strength {
  const own = randomFrom(`${seed} ${clubId} strength`);
  const year = randomFrom(`${seed} ${clubId} strength ${season}`);
  const quality = normal(own) * CLUB_SPREAD;
  return {
    attack: quality + normal(own) * 0.08 + normal(year) * SEASON_SPREAD,
    defence: quality + normal(own) * 0.08 + normal(year) * SEASON_SPREAD,
  };
}

/** One number for how good a side is in a season, with deviation about 1: for sports that need no more. */
export function skillOf(seed: string, id: string, season: string): number {
  return normal(randomFrom(`${seed} ${id} skill`)) * 0.95 + normal(randomFrom(`${seed} ${id} skill ${season}`)) * 0.3;
}

/** Goals to expect in 90 minutes. */
export function expectedGoals(home: Strength, away: Strength): [home: number, away: number] {
  return [BASE_GOALS * Math.exp(HOME_EDGE + home.attack - away.defence), BASE_GOALS * Math.exp(away.attack - home.defence)];
}
