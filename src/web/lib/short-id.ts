/** The end of an id, by which it can be told from its neighbours: ids that were made in one moment begin alike. */
export const shortId = (id: string): string => `…${id.slice(-8)}`;
