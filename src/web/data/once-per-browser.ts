import { create } from 'zustand';
import { recall, remember } from '#web/lib/storage.ts';

/**
 * Announces the user's events in one tab only: at once if a tab is visible, else when the next one becomes visible. Tabs coordinate through
 * the storage.
 */

const TOLD_KEY = 'told';
/** A tab that was away for longer refetches everything, and announces nothing old. */
const TOLD_MAX = 100;

interface OwnEvent {
  /** The event and its subject: the same in every tab. */
  key: string;
  tell: () => void;
}

/** Events that wait for a visible page, in order. */
export const useUnseen = create<{ events: readonly OwnEvent[] }>(() => ({ events: [] }));

/** Announces an event of the user, once in all tabs. `key` identifies it. */
export function oncePerBrowser(key: string, tell: () => void): void {
  if (toldKeys().includes(key)) return;
  if (document.hidden) useUnseen.setState(({ events }) => ({ events: [...without(events, [key]), { key, tell }] }));
  else void take({ key, tell });
}

/**
 * Until the returned function is called, waiting events are announced when the page becomes visible, and dropped when another tab announces
 * them.
 */
export function followLooks(): () => void {
  const look = () => {
    if (document.hidden) return;
    const { events } = useUnseen.getState();
    clearUnseen();
    for (const event of events) void take(event);
  };
  const followOtherTab = ({ key }: StorageEvent) => {
    if (key === TOLD_KEY) useUnseen.setState(({ events }) => ({ events: without(events, toldKeys()) }));
  };
  document.addEventListener('visibilitychange', look);
  window.addEventListener('storage', followOtherTab);
  return () => {
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('storage', followOtherTab);
    clearUnseen();
  };
}

const clearUnseen = () => useUnseen.setState({ events: [] });

/** Two visible windows receive an event at the same moment: a lock makes them check one after the other. */
async function take({ key, tell }: OwnEvent): Promise<void> {
  const tellUnlessTold = () => {
    const told = toldKeys();
    if (told.includes(key)) return;
    remember(TOLD_KEY, JSON.stringify([...told, key].slice(-TOLD_MAX)));
    tell();
  };
  // Locks need a secure context; without them an event may be announced twice.
  if (navigator.locks) await navigator.locks.request(TOLD_KEY, tellUnlessTold);
  else tellUnlessTold();
}

/** Storage may contain anything. */
function toldKeys(): string[] {
  try {
    const told: unknown = JSON.parse(recall(TOLD_KEY) ?? '[]');
    return Array.isArray(told) ? told.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}

const without = (events: readonly OwnEvent[], keys: readonly string[]): OwnEvent[] => events.filter(({ key }) => !keys.includes(key));

/** Larger numbers are not legible at this size. */
const COUNT_SHOWN_MAX = 9;

/** Shows the number of unseen events in the title ("(2) My bets") and on the tab's icon, until the returned function is called. */
export function showUnseenMark(): () => void {
  let count = 0;
  const title = document.querySelector('title');
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const plainIcon = icon?.getAttribute('href') ?? null;
  const show = () => {
    const marked = (count > 0 ? `(${count}) ` : '') + document.title.replace(/^\(\d+\) /, '');
    if (marked !== document.title) document.title = marked;
    if (icon && plainIcon !== null) icon.href = count > 0 ? markedIcon(count) : plainIcon;
  };
  const showCount = () => {
    count = useUnseen.getState().events.length;
    show();
  };
  // The title of a hidden page can change too, when its content is renamed.
  const renamed = new MutationObserver(show);
  if (title) renamed.observe(title, { childList: true, characterData: true, subtree: true });
  const unsubscribe = useUnseen.subscribe(showCount);
  showCount();
  return () => {
    renamed.disconnect();
    unsubscribe();
    count = 0;
    show();
  };
}

/** public/icon.svg, with a number in the colour of live matches. */
function markedIcon(count: number): string {
  const number = count > COUNT_SHOWN_MAX ? `${COUNT_SHOWN_MAX}+` : String(count);
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><circle cx="10" cy="10" r="10" fill="#d3f94b"/><circle cx="10" cy="10" r="3.5" fill="#12190a"/>' +
    `<circle cx="13.5" cy="13.5" r="6.5" fill="#cf2a22"/><text x="13.5" y="16.8" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="${number.length > 1 ? 7.5 : 9.5}" fill="#fff">${number}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
