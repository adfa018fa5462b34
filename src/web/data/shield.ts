import { create } from 'zustand';
import { parseShield, type Shield } from '#domain/notifications/shield.ts';
import { getCookie } from '#web/lib/storage.ts';

/** The cookie goes with the page, with what it asks for and with its socket: the server keeps spoilers back on all of them alike. */
export const SHIELD_COOKIE = 'shield';
/** Changes with it in the browser's storage, so that other tabs hear of it. */
export const SHIELD_CHANGED_KEY = 'shield_changed';

export const activeShield = (): Shield | null => parseShield(getCookie(SHIELD_COOKIE) ?? '');

/** The spoiler shield that this browser wears; null for none. It is put on by `setSpoilerMode`. */
export const useShield = create<{ shield: Shield | null }>(() => ({ shield: activeShield() }));

/** How far behind everything is shown, in milliseconds; 0 without a shield. */
export const useDelayMs = (): number => useShield(({ shield }) => (shield && 'delaySeconds' in shield ? shield.delaySeconds * 1_000 : 0));

/** Whether results are hidden until they are asked for; the socket then does not tell of a day's matches. */
export const useHidesResults = (): boolean => useShield(({ shield }) => shield !== null && 'revealed' in shield);
