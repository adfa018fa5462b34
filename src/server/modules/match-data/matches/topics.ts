/** Topics of changes of matches (docs/rules.md#live-updates). */

/** The topic of all matches that kick off on a UTC date. */
export const dayTopic = (date: string): string => `matches:${date}`;
export const matchTopic = (id: number): string => `match:${id}`;
