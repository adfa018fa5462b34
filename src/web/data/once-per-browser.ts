import { create } from 'zustand';
import { recall, remember } from '#web/lib/storage.ts';

/**
 * What happened to the user, to be told in one tab and not in each: at once where somebody looks, else when somebody next does.
 * Tabs know from one another by what they have stored.
 */

const TOLD_KEY = 'told';
/** A tab that was away for longer asks for all anew, and is told of nothing old. */
const TOLD_MAX = 100;

interface OwnEvent {
  /** The same in every tab: what happened, and to what. */
  key: string;
  tell: () => void;
}

/** Waiting for somebody who looks, in the order in which they happened. */
export const useUnseen = create<{ events: readonly OwnEvent[] }>(() => ({ events: [] }));

/** Tells of something that happened to the user, once in all tabs. `key` names it. */
export function oncePerBrowser(key: string, tell: () => void): void {
  if (toldKeys().includes(key)) return;
  if (document.hidden) useUnseen.setState(({ events }) => ({ events: [...without(events, [key]), { key, tell }] }));
  else void take({ key, tell });
}

/** From now until the returned function is called, what waits is told when the page is seen, and forgotten when another tab has told it. */
export function followLooks(): () => void {
  const look = () => {
    if (document.hidden) return;
    const { events } = useUnseen.getState();
    forgetUnseen();
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
    forgetUnseen();
  };
}

const forgetUnseen = () => useUnseen.setState({ events: [] });

/** Two windows side by side hear of it in the same moment: one after the other looks whether it was told. */
async function take({ key, tell }: OwnEvent): Promise<void> {
  const tellUnlessTold = () => {
    const told = toldKeys();
    if (told.includes(key)) return;
    remember(TOLD_KEY, JSON.stringify([...told, key].slice(-TOLD_MAX)));
    tell();
  };
  // Only where the connection is secure; elsewhere it may be told twice.
  if (navigator.locks) await navigator.locks.request(TOLD_KEY, tellUnlessTold);
  else tellUnlessTold();
}

/** Anybody may have written it. */
function toldKeys(): string[] {
  try {
    const told: unknown = JSON.parse(recall(TOLD_KEY) ?? '[]');
    return Array.isArray(told) ? told.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}

const without = (events: readonly OwnEvent[], keys: readonly string[]): OwnEvent[] => events.filter(({ key }) => !keys.includes(key));
