import { create } from 'zustand';
import { recall, remember } from '#web/lib/storage.ts';

const KEY = 'favorite_matches';
/** The oldest give way: nobody follows more, and each is asked for by itself. */
const FAVOURITES_MAX = 40;

/** Ids of starred matches, the latest star last. They live in this browser. */
export const useFavourites = create<{ ids: ReadonlySet<number> }>(() => ({ ids: new Set(stored()) }));

export function toggleFavourite(id: number): void {
  const { ids } = useFavourites.getState();
  const next = ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id].slice(-FAVOURITES_MAX);
  remember(KEY, JSON.stringify(next));
  useFavourites.setState({ ids: new Set(next) });
}

function stored(): number[] {
  try {
    const ids: unknown = JSON.parse(recall(KEY) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => Number.isSafeInteger(id)).slice(-FAVOURITES_MAX) : [];
  } catch {
    return [];
  }
}
