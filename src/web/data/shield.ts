import { create } from 'zustand';
import { parseShield, type Shield } from '#domain/notifications/shield.ts';
import { getCookie } from '#web/lib/storage.ts';

/** The cookie accompanies the page, its requests and its socket, so that the server hides spoilers in all of them. */
export const SHIELD_COOKIE = 'shield';
/** Changes with it in the browser's storage, so that other tabs notice. */
export const SHIELD_CHANGED_KEY = 'shield_changed';

export const activeShield = (): Shield | null => parseShield(getCookie(SHIELD_COOKIE) ?? '');

/** This browser's spoiler shield; null for none. Set it with `setSpoilerMode`. */
export const useShield = create<{ shield: Shield | null }>(() => ({ shield: activeShield() }));

/** The delay of all data, in milliseconds; 0 without a shield. */
export const useDelayMs = (): number => useShield(({ shield }) => (shield && 'delaySeconds' in shield ? shield.delaySeconds * 1_000 : 0));

/** Whether results are hidden until requested; the socket then sends no changes of a day's matches. */
export const useHidesResults = (): boolean => useShield(({ shield }) => shield !== null && 'revealed' in shield);
