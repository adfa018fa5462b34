import type { ScoreBasis } from './tip.ts';

/** Where ties in the table are looked at, in order; members who are still level share a place. */
export const TIE_BREAKERS = ['exact', 'difference', 'tendency', 'rounds_won'] as const;
export type TieBreaker = (typeof TIE_BREAKERS)[number];

export const DEADLINES = ['match', 'round'] as const;
export const DEFAULT_TIPS = ['none', 'zero', 'model'] as const;

/** The rules of a group, as data: what a tip is worth, and until when it can be entered. */
export interface TippingRules {
  /** Points for the best of these that a tip reaches; 0 switches one off. */
  points: {
    exact: number;
    /** The right winner by the right margin. */
    difference: number;
    /** The right winner, and at most `CLOSE_BY` from the score. */
    close: number;
    /** The right winner, or a draw. */
    tendency: number;
    /** Added for each side whose count is right, if the score as a whole is not. */
    team: number;
  };
  /** Whether a draw that is tipped with other goals has the right margin, or only the right tendency. */
  drawHasMargin: boolean;
  /** The tendency is worth more the fewer had it right: from `least` to `most`, in place of `points.tendency`. Null: it is worth the same. */
  quota: { least: number; most: number } | null;
  /** Matches a member may mark in each round, whose points are multiplied. */
  jokers: { perRound: number; factor: number };
  /** Rounds whose points are multiplied, by their key (rounds.ts). */
  weights: Readonly<Record<string, number>>;
  /** Tips close when their match begins, or when the first match of their round does. */
  deadline: (typeof DEADLINES)[number];
  /** What counts for members who tipped nothing. */
  defaultTip: (typeof DEFAULT_TIPS)[number];
  basis: ScoreBasis;
  ties: readonly TieBreaker[];
}

/** A tip is close if half the goals it is off in total, plus the goals its margin is off, are at most this. */
export const CLOSE_BY = 1.5;

export const POINTS_MAX = 100;
export const JOKERS_MAX = 5;
export const FACTOR_MAX = 5;
export const WEIGHTS_MAX = 60;

const COMMON = {
  drawHasMargin: false,
  quota: null,
  jokers: { perRound: 0, factor: 2 },
  weights: {},
  deadline: 'match',
  defaultTip: 'none',
  basis: 'ninety_minutes',
  ties: ['exact', 'difference', 'rounds_won'],
} as const satisfies Partial<TippingRules>;

/** Rules to start from. `classic` is the custom of German tipping rounds, `close` that of pools which reward near misses. */
export const PRESETS = {
  classic: { ...COMMON, points: { exact: 4, difference: 3, close: 0, tendency: 2, team: 0 } },
  simple: { ...COMMON, points: { exact: 3, difference: 0, close: 0, tendency: 1, team: 0 } },
  close: { ...COMMON, points: { exact: 6, difference: 0, close: 3, tendency: 2, team: 0 }, defaultTip: 'zero' },
  quota: { ...COMMON, points: { exact: 2, difference: 1, close: 0, tendency: 0, team: 0 }, quota: { least: 2, most: 6 } },
} as const satisfies Record<string, TippingRules>;
export type Preset = keyof typeof PRESETS;
export const PRESET_NAMES = Object.keys(PRESETS) as [Preset, ...Preset[]];

/** Why rules contradict themselves. */
export type RulesFault = 'no_points' | 'exact_is_not_best' | 'better_is_worth_less' | 'quota_upside_down' | 'tie_twice';

/**
 * Returns why rules contradict themselves, for a message to whoever sets them; null if they do not. With a quota, `points.exact` and
 * `points.difference` are added to it, so they need not exceed each other's tendency.
 */
export function rulesFault({ points, quota, ties }: TippingRules): RulesFault | null {
  const { exact, difference, close, tendency, team } = points;
  if (quota && quota.least > quota.most) return 'quota_upside_down';
  if (exact + difference + close + tendency + team + (quota?.most ?? 0) === 0) return 'no_points';
  const ladder = [exact, difference, close, tendency].filter((worth) => worth > 0);
  if (!quota && ladder.some((worth, index) => index > 0 && worth > ladder[index - 1]!)) return 'better_is_worth_less';
  // A miss of the score, with one side right, must not be worth more than the score itself.
  if (exact > 0 && Math.max(difference, close, quota ? 0 : tendency) + team > exact) return 'exact_is_not_best';
  return new Set(ties).size < ties.length ? 'tie_twice' : null;
}
