/** Returns the topic of replies about a match's forecast, which is the topic of the match. */
export const forecastTopic = (matchId: number): string => `match:${matchId}`;
