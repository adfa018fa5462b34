/** What is announced of matches, and under what (decisions.md section 7). */

/** Of all matches that kick off on a UTC date. */
export const dayTopic = (date: string): string => `matches:${date}`;
export const matchTopic = (id: number): string => `match:${id}`;
