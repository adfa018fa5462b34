import type { RankList } from './requests.ts';

/** Returns a tour's name in the settings by the provider's name of its event type: "Challenger Men Singles" is "challenger-men-singles". */
export const tourOf = (eventType: string): string =>
  eventType
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

const WORDS: Record<string, string> = { atp: 'ATP', wta: 'WTA', itf: 'ITF' };

/** Returns a tour's name to show: "ATP singles", "Challenger men singles". */
export const tourLabel = (tour: string): string =>
  tour
    .split('-')
    .map((word, index) => WORDS[word] ?? (index === 0 ? word[0]!.toUpperCase() + word.slice(1) : word))
    .join(' ');

const PLAYERS: Record<string, string> = {
  atp: 'men',
  men: 'men',
  wta: 'women',
  women: 'women',
  boys: 'boys',
  girls: 'girls',
  mixed: 'mixed',
};

/**
 * Returns which tours share one set of ratings: players move between the tours of their gender and discipline, but a pair is another
 * team than its players. Undefined for other tours, such as those of national teams.
 */
export function ratingGroupOf(tour: string): string | undefined {
  const words = tour.split('-');
  const players = words.map((word) => PLAYERS[word]).find((name) => name !== undefined);
  const discipline = words.find((word) => word === 'singles' || word === 'doubles');
  return players && discipline && `${players}-${discipline}`;
}

/** Returns the ranking in which a tour's players are listed, if there is one. */
export function rankListOf(tour: string): RankList | undefined {
  const group = ratingGroupOf(tour);
  return group === 'men-singles' ? 'ATP' : group === 'women-singles' ? 'WTA' : undefined;
}

export const isMainMenSingles = (tour: string): boolean => tour === 'atp-singles';
