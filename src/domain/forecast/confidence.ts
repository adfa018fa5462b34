/** How certain a forecast is, from most to least. */
export const CONFIDENCE_TAGS = ['high', 'medium', 'cautious', 'low'] as const;
export type Confidence = (typeof CONFIDENCE_TAGS)[number];

/** Lower bounds of high, medium and cautious in percent, by the number of outcomes (docs/rules.md#confidence). */
export const CONFIDENCE_THRESHOLDS = { two: [70, 60, 55], three: [60, 50, 40] } as const;

const PAST_MATCHES_MIN = 10;

/**
 * Returns the confidence tag for the probabilities (0 to 1) of two or three outcomes. The tag is one level lower if the team with the
 * shorter record has fewer than 10 past matches.
 */
export function confidenceOf(probabilities: readonly number[], pastMatchesFewest: number): Confidence {
  const likeliest = 100 * Math.max(...probabilities);
  const thresholds = probabilities.length === 2 ? CONFIDENCE_THRESHOLDS.two : CONFIDENCE_THRESHOLDS.three;
  const rank = thresholds.filter((threshold) => likeliest < threshold).length;
  return CONFIDENCE_TAGS[rank + (pastMatchesFewest < PAST_MATCHES_MIN ? 1 : 0)] ?? 'low';
}
