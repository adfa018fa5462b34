import type { ExpectedRates } from './team-filter.ts';

/** What drives a side's goals, as logarithms that add up to ln of its expected goals: 0.10 is about 10% more goals. */
export interface Drivers {
  /** Goals of an average side of this division on neutral ground. */
  level: number;
  /** Home advantage; negative for the away side. */
  home: number;
  /** The lasting part of the side's attack and of the opponent's defence; negative against a defence that concedes less than average. */
  attack: number;
  opponentDefence: number;
  /** The recent form of both. */
  form: number;
  /** Effect of rest, compared with a week of rest for both sides. */
  rest: number;
  /** Contribution of the other ratings and the learned weights. */
  other: number;
}

/** The inputs of a football forecast. */
export interface DrivenForecast {
  leading: ExpectedRates;
  restEffects: { home: number; away: number };
  /** Expected goals of each side, above 0. */
  expected: { home: number; away: number };
}

/** Returns the terms of the leading ratings, the effect of rest, and as `other` the contribution of the rest of the model. */
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

/** A team's strength: expected goals in 90 minutes on neutral ground against an average side of the division. */
export interface TeamStrength {
  scored: number;
  conceded: number;
}

/** Returns what the leading ratings of a forecast hold of one of its sides, recent form included. */
export const strengthOf = ({ parts }: Pick<ExpectedRates, 'parts'>, side: 'home' | 'away'): TeamStrength => ({
  scored: Math.exp(parts.level + parts[`${side}Attack`]),
  conceded: Math.exp(parts.level - parts[`${side}Defence`]),
});

function completed(terms: Omit<Drivers, 'other'>, expected: number): Drivers {
  const told = Object.values(terms).reduce((sum, term) => sum + term, 0);
  return { ...terms, other: Math.log(expected) - told };
}
