/** Levels, the lowest first (docs/rules.md#levels). */
export const LEVELS = [
  'bronze_i',
  'bronze_ii',
  'bronze_iii',
  'bronze_iv',
  'silver_i',
  'silver_ii',
  'silver_iii',
  'gold_i',
  'gold_ii',
  'gold_iii',
  'platinum_i',
  'platinum_ii',
  'diamond_i',
  'master_i',
] as const;
export type Level = (typeof LEVELS)[number];

/** Experience at which each level begins (docs/rules.md#levels). */
export const LEVEL_EXPERIENCE: Record<Level, number> = {
  bronze_i: 0,
  bronze_ii: 100,
  bronze_iii: 250,
  bronze_iv: 450,
  silver_i: 700,
  silver_ii: 1_050,
  silver_iii: 1_500,
  gold_i: 2_100,
  gold_ii: 2_900,
  gold_iii: 3_900,
  platinum_i: 5_200,
  platinum_ii: 7_000,
  diamond_i: 10_000,
  master_i: 15_000,
};

/** Returns the level reached with this experience (0 or more). */
export const levelOf = (experience: number): Level => LEVELS.findLast((level) => LEVEL_EXPERIENCE[level] <= experience) ?? LEVELS[0];

/** Returns the next level; null at the top. */
export const nextLevel = (experience: number): Level | null => LEVELS.find((level) => LEVEL_EXPERIENCE[level] > experience) ?? null;

/** Maximum experience per UTC day. */
export const EXPERIENCE_PER_DAY_MAX = 200;

/** Experience for each action: a settled bet that counts as play (`isPlay`), an extra amount if it hit, and a check-in. */
export const EXPERIENCE_WORTH = { settled: 10, hit: 20, check_in: 5 } as const;

/** Results of a bet that could lose. */
export type BetAction = 'bet_hit' | 'bet_missed';
/** An action that earns experience, which never depends on the stake. `bet_hit_after_all`: the bet was counted as missed before. */
export type RewardedAction = BetAction | 'bet_hit_after_all' | 'check_in';

const { settled, hit, check_in } = EXPERIENCE_WORTH;
const WORTH: Record<RewardedAction, number> = { bet_hit: settled + hit, bet_missed: settled, bet_hit_after_all: hit, check_in };

/** Returns the experience for an action, given what was already earned that UTC day: what the daily limit leaves of its worth. */
export const experienceFor = (action: RewardedAction, earnedToday: number): number =>
  Math.max(0, Math.min(WORTH[action], EXPERIENCE_PER_DAY_MAX - earnedToday));

/** Returns what a bet still earns after a corrected result: what it earned before is neither taken back nor given twice. */
export function remainingActions(earned: readonly BetAction[], now: BetAction | null): RewardedAction | null {
  if (now === null || earned.includes(now) || earned.includes('bet_hit')) return null;
  return earned.includes('bet_missed') ? 'bet_hit_after_all' : now;
}
