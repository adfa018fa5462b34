import { create } from 'zustand';
import { adminActive } from '#contract/admin-auth.ts';
import { nowMs } from '#web/lib/clock.ts';
import { recall, remember } from '#web/lib/storage.ts';
import { call } from './call.ts';

/** Sessions end after this time without input (docs/rules.md#admins); the server says exactly when. */
export const IDLE_MINUTES = 30;
/** The question appears this long before the end. */
export const WARN_MS = 2 * 60_000;
/** Input is reported at most once in this time. */
const REPORT_EVERY_MS = 60_000;
const KEY = 'admin_idle_at';
const INPUT = ['pointerdown', 'keydown'] as const;

interface Ends {
  /** When the session ends without further input: milliseconds since 1970 by the server's clock, null if unknown. */
  idleAt: number | null;
  /** When it ends in any case. */
  endsAt: number | null;
}

/** The end of this browser's session, shared by all tabs. */
export const useEnds = create<Ends>(() => ({ idleAt: null, endsAt: null }));

/** Reports activity to the server at once. Failures are ignored: the next call redirects an admin who is signed out. */
export async function reportActivity(): Promise<void> {
  const { idle_at, ends_at } = await call(adminActive, {});
  const idleAt = Date.parse(idle_at);
  remember(KEY, String(idleAt));
  useEnds.setState({ idleAt, endsAt: Date.parse(ends_at) });
}

/**
 * Watches for input, and reports it to the server: at once, then at most once a minute, with the rest at the end of that minute. Reports of
 * other tabs count as well. Returns a function that stops it and resets the ends.
 */
export function watchInput(): () => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    clearTimeout(timer);
    timer = undefined;
    toldAt = nowMs();
    reportActivity().catch(() => undefined);
  };
  const hear = () => {
    const waitMs = toldAt + REPORT_EVERY_MS - nowMs();
    if (waitMs <= 0) tell();
    else timer ??= setTimeout(tell, waitMs);
  };
  const follow = ({ key }: StorageEvent) => {
    // What is stored now, not what the event tells, which may come late.
    const stored = key === KEY ? recall(KEY) : null;
    if (stored !== null) useEnds.setState({ idleAt: Number(stored) });
  };
  // Opening a page is input.
  tell();
  for (const event of INPUT) window.addEventListener(event, hear, { passive: true, capture: true });
  window.addEventListener('storage', follow);
  return () => {
    clearTimeout(timer);
    for (const event of INPUT) window.removeEventListener(event, hear, { capture: true });
    window.removeEventListener('storage', follow);
    useEnds.setState({ idleAt: null, endsAt: null });
  };
}
