/** Returns the topic of a feed's changes to a league's matches, which invalidates the cached replies about the league. */
export const leagueTopic = (id: number): string => `league:${id}`;
export const ALL_LEAGUES_TOPIC = 'leagues';
