/** The feed of data that operators enter in the console; it is imported like any other feed (modules/match-data/manual-matches, docs/decisions/034). */
export const MANUAL_FEED = 'manual';
