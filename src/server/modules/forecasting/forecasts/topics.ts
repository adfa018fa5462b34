/** Replies about a match's forecast are also replies about the match: this is its topic. */
export const forecastTopic = (matchId: number): string => `match:${matchId}`;
