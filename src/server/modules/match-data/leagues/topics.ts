/** What the feed's changes to a league's matches are announced to, for the replies kept about it. */
export const leagueTopic = (id: number): string => `league:${id}`;
export const ALL_LEAGUES_TOPIC = 'leagues';
