import type { ExpectedRates } from './team-filter.ts';

/** What drives the goals of a side, in logarithms that add up to ln of the goals expected: 0.10 is about 10% more goals. */
export interface Drivers {
  /** The goals of an average side of this division where nobody is at home. */
  level: number;
  /** Home advantage; below 0 for the guests. */
  home: number;
  /** What lasts of the side's attack and of the opponent's defence: below 0 where that lets less through than others. */
  attack: number;
  opponentDefence: number;
  /** What is form of late, of both of these. */
  form: number;
  /** Against a week of rest for both. */
  rest: number;
  /** What the other ratings and the learned weights add. */
  other: number;
}

/** What a forecast of football is made of. */
export interface DrivenForecast {
  leading: ExpectedRates;
  restEffects: { home: number; away: number };
  /** Goals of each side, above 0. */
  expected: { home: number; away: number };
}

/** The terms of the leading ratings, what rest adds, and as `other` what the rest of the model made of them. */
export function driversOf({ leading, restEffects, expected }: DrivenForecast): { home: Drivers; away: Drivers } {
  const { parts, form } = leading;
  const home = {
    level: parts.level,
    home: parts.advantage / 2,
    attack: parts.homeAttack - form.homeAttack,
    opponentDefence: form.awayDefence - parts.awayDefence,
    form: form.homeAttack - form.awayDefence,
    rest: restEffects.home,
  };
  const away = {
    level: parts.level,
    home: -parts.advantage / 2,
    attack: parts.awayAttack - form.awayAttack,
    opponentDefence: form.homeDefence - parts.homeDefence,
    form: form.awayAttack - form.homeDefence,
    rest: restEffects.away,
  };
  return { home: completed(home, expected.home), away: completed(away, expected.away) };
}

function completed(terms: Omit<Drivers, 'other'>, expected: number): Drivers {
  const told = Object.values(terms).reduce((sum, term) => sum + term, 0);
  return { ...terms, other: Math.log(expected) - told };
}
