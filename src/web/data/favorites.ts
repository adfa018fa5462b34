import { create } from 'zustand';
import {
  addFavorite,
  FAVORITE_KINDS,
  FAVORITES_MAX,
  type FavoriteKind,
  type Favorites,
  listFavorites,
  mergeFavorites,
  removeFavorite,
} from '#contract/favorites.ts';
import { recall, remember } from '#web/lib/storage.ts';
import { errorText } from './api-error.ts';
import { call } from './call.ts';
import { useSession } from './session.ts';
import { toast } from './toasts.ts';
import { openStarQuestion } from './ui-state.ts';

/** A guest's stars. */
const GUEST_KEY = 'favorites';
/** The server's last reply for the signed-in user: shown at once on the next visit, and cleared on signing out. */
const MINE_KEY = 'favorites_mine';

const ID_MAX = 2_147_483_647;
const NONE: Favorites = { match: [], team: [], league: [] };

/** Ids of what is followed, latest star last. */
export type FavoriteSets = Readonly<Record<FavoriteKind, ReadonlySet<number>>>;

/** Read it with a selector of one id or one kind: unchanged sets keep their identity. */
export const useFavorites = create<FavoriteSets>(() => setsOf(storedByGuest()));

export const useIsFavorite = (kind: FavoriteKind, id: number): boolean => useFavorites((followed) => followed[kind].has(id));

interface Change {
  kind: FavoriteKind;
  id: number;
  on: boolean;
}

/** The favorites of one signed-in user, from signing in to signing out. */
interface Mine {
  userId: string;
  /** The server's last reply. */
  told: Favorites;
  /** The server has replied in this visit, and has taken over the guest's stars. */
  isLoaded: boolean;
  /** Already shown, not yet confirmed. */
  pending: Change[];
  /** One request after the other, so that the last change wins. */
  queue: Promise<void>;
}

/** Null for a guest. */
let mine: Mine | null = null;

/** Toggles a star, and shows it at once. If the server refuses, it is undone with a toast. */
export function toggleFavorite(kind: FavoriteKind, id: number): void {
  const change = { kind, id, on: !useFavorites.getState()[kind].has(id) };
  if (mine) sendToServer(mine, change);
  else saveForGuest(withChange(listsOf(useFavorites.getState()), change));
  if (change.on) openStarQuestion();
}

function saveForGuest(lists: Favorites): void {
  remember(GUEST_KEY, JSON.stringify(lists));
  show(lists);
}

/** Follows the session and other tabs until the returned function is called. */
export function followFavorites(): () => void {
  const follow = (userId: string | null) => {
    if (userId === (mine?.userId ?? null)) return;
    if (userId === null) leave();
    else startFor(userId);
  };
  follow(useSession.getState().user?.id ?? null);
  const unsubscribe = useSession.subscribe(({ user }) => follow(user?.id ?? null));
  window.addEventListener('storage', followOtherTab);
  return () => {
    unsubscribe();
    window.removeEventListener('storage', followOtherTab);
  };
}

function startFor(userId: string): void {
  // Until the server replies, shows the lists of the last visit together with the guest's.
  const [told, guests] = [storedOf(userId) ?? NONE, storedByGuest()];
  const both = byKind((kind) => atMost([...told[kind], ...guests[kind]]));
  mine = { userId, told: both, isLoaded: false, pending: [], queue: Promise.resolve() };
  showMine(mine);
  inTurn(mine, load);
}

function leave(): void {
  mine = null;
  remember(MINE_KEY, null);
  show(storedByGuest());
}

/** Fetches the user's favorites, after handing over a guest's stars once. On failure it is tried again with the next star. */
async function load(own: Mine): Promise<void> {
  const guests = storedByGuest();
  const isNone = FAVORITE_KINDS.every((kind) => guests[kind].length === 0);
  const told = await (isNone ? call(listFavorites, {}) : call(mergeFavorites, guests));
  remember(GUEST_KEY, null);
  own.isLoaded = true;
  take(own, told);
  if (mine === null) show(storedByGuest());
}

function sendToServer(own: Mine, change: Change): void {
  own.pending.push(change);
  showMine(own);
  inTurn(own, async () => {
    try {
      if (!own.isLoaded) await load(own);
      take(own, await call(change.on ? addFavorite : removeFavorite, { kind: change.kind, id: change.id }));
    } catch (error) {
      if (mine === own) toast('error', errorText(error));
    }
    own.pending = own.pending.filter((other) => other !== change);
    showMine(own);
  });
}

/** Sends nothing for a user who has signed out; a failure does not stop later requests. */
function inTurn(own: Mine, ask: (own: Mine) => Promise<void>): void {
  own.queue = own.queue.then(() => (mine === own ? ask(own) : undefined)).catch(() => undefined);
}

function take(own: Mine, told: Favorites): void {
  own.told = told;
  if (mine !== own) return;
  remember(MINE_KEY, JSON.stringify({ user: own.userId, told }));
  showMine(own);
}

function showMine(own: Mine): void {
  if (mine === own) show(own.pending.reduce(withChange, own.told));
}

function followOtherTab({ key }: StorageEvent): void {
  // A null key means that everything was cleared.
  if (mine === null && (key === GUEST_KEY || key === null)) show(storedByGuest());
  const told = mine && key === MINE_KEY && storedOf(mine.userId);
  if (mine && told) {
    mine.told = told;
    showMine(mine);
  }
}

function show(lists: Favorites): void {
  const now = useFavorites.getState();
  const isSame = (kind: FavoriteKind) => String([...now[kind]]) === String(lists[kind]);
  const sets = setsOf(lists);
  useFavorites.setState(byKind((kind) => (isSame(kind) ? now[kind] : sets[kind])));
}

/** The oldest are dropped, as on the server. */
function atMost(ids: readonly number[]): number[] {
  return [...new Set(ids)].slice(-FAVORITES_MAX);
}

const withChange = (lists: Favorites, { kind, id, on }: Change): Favorites => {
  const others = lists[kind].filter((other) => other !== id);
  return { ...lists, [kind]: on ? atMost([...others, id]) : others };
};

function storedByGuest(): Favorites {
  return readLists(parsed(recall(GUEST_KEY))) ?? NONE;
}

function storedOf(userId: string): Favorites | null {
  const kept = parsed(recall(MINE_KEY)) as { user?: unknown; told?: unknown } | null;
  return kept?.user === userId ? readLists(kept.told) : null;
}

/** Storage may contain anything: invalid lists count as missing; null if none is valid. */
function readLists(value: unknown): Favorites | null {
  if (typeof value !== 'object' || value === null) return null;
  const lists = value as Partial<Record<FavoriteKind, unknown>>;
  const isId = (id: unknown): id is number => Number.isInteger(id) && Number(id) >= 1 && Number(id) <= ID_MAX;
  return byKind((kind) => {
    const ids: unknown = lists[kind];
    return Array.isArray(ids) ? atMost(ids.filter(isId)) : [];
  });
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

function byKind<T>(of: (kind: FavoriteKind) => T): Record<FavoriteKind, T> {
  return { match: of('match'), team: of('team'), league: of('league') };
}

function setsOf(lists: Favorites): FavoriteSets {
  return byKind((kind) => new Set(lists[kind]));
}

const listsOf = (sets: FavoriteSets): Favorites => byKind((kind) => [...sets[kind]]);
