/** The feed that operators are: what they enter in the console goes in as that of any other (modules/match-data/manual-matches, docs/decisions/034). */
export const MANUAL_FEED = 'manual';
