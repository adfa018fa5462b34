/** The feed that operators are: what they enter in the console goes in as that of any other (features/fixtures, docs/decisions/034). */
export const MANUAL_FEED = 'manual';
