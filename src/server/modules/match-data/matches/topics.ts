/** What is announced of matches, and under what (docs/rules.md#live-updates). */

/** Of all matches that kick off on a UTC date. */
export const dayTopic = (date: string): string => `matches:${date}`;
export const matchTopic = (id: number): string => `match:${id}`;
