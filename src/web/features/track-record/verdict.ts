import type { TrackRecord } from '#contract/forecasts.ts';
import { LUCK_WIDTH } from '#web/ui/reliability-chart.tsx';

/** Below so many matches figures say more of luck than of the forecaster. */
export const MATCHES_MIN = 30;

export const isFew = (matches: number): boolean => matches < MATCHES_MIN;

export type Comparison = TrackRecord['beside'][number];
export type Verdict = 'few' | 'level' | 'better' | 'worse';

/** How the model did beside another on the same matches; better or worse only where luck is no likely reason. */
export function verdictOf({ model, rps_difference, rps_standard_error }: Comparison): Verdict {
  if (isFew(model.matches)) return 'few';
  if (Math.abs(rps_difference) <= LUCK_WIDTH * rps_standard_error) return 'level';
  return rps_difference < 0 ? 'better' : 'worse';
}
