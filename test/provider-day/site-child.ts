import { fileURLToPath } from 'node:url';
import { startSiteChild } from '#test/support/site-child.ts';

/** What the process of the site can be asked to do. */
export type Ask = { kind: 'goTo'; minute: number } | { kind: 'give'; email: string; points: number };

/** A site that follows all providers of the day, in a process of its own. */
export interface DaySite {
  url: string;
  goTo: (minute: number) => Promise<void>;
  give: (email: string, points: number) => Promise<void>;
  /** Stops the process. Returns the lines that the site logged as errors. */
  stop: () => Promise<string[]>;
}

export async function startDaySite(startMinute: number): Promise<DaySite> {
  const program = fileURLToPath(new URL('./site-process.ts', import.meta.url));
  const { begun, ask, stop } = await startSiteChild<Ask, { url: string }>(program, [String(startMinute)]);
  return {
    url: begun.url,
    goTo: async (minute) => void (await ask({ kind: 'goTo', minute })),
    give: async (email, points) => void (await ask({ kind: 'give', email, points })),
    stop,
  };
}
