/** What users may let themselves stake, or lose, and in what time; periods begin with the UTC day, week (on Monday) and month. */
export const LIMIT_KINDS = ['stake', 'loss'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];
export const LIMIT_PERIODS = ['day', 'week', 'month'] as const;
export type LimitPeriod = (typeof LIMIT_PERIODS)[number];

/** A few hours to weeks away from play, or half a year and more. */
export const EXCLUSION_KINDS = ['time_out', 'self_exclusion'] as const;
export type ExclusionKind = (typeof EXCLUSION_KINDS)[number];
