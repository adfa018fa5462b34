import { MINUTE_MS } from '#domain/time.ts';

/** When all matches of the day start. Other times are minutes from it. */
const START_MS = Date.parse('2026-11-21T13:00:00Z');
export const at = (minutes: number): Date => new Date(START_MS + minutes * MINUTE_MS);
export const minutesOf = (moment: Date): number => (moment.getTime() - START_MS) / MINUTE_MS;

/** Returns a moment as most providers write it. */
export const iso = (minutes: number): string => at(minutes).toISOString().replace('.000Z', 'Z');

/** What is true from a minute on. */
export type Phase<T> = readonly [from: number, what: T];

/** Returns what is true at a minute: the last phase that has begun. Throws before the first. */
export function phaseAt<T>(phases: readonly Phase<T>[], minutes: number): T {
  const phase = phases.findLast(([from]) => minutes >= from);
  if (phase === undefined) throw new Error(`nothing is known of minute ${minutes}`);
  return phase[1];
}

/** A provider of the day, replaced by a local server, and the settings with which the site follows it. */
export interface DayProvider {
  settings: Record<string, string>;
  close: () => Promise<void>;
}

/** Starts a provider; `minutes` is the time of the day at which it answers. */
export type StartProvider = (minutes: () => number) => Promise<DayProvider>;
