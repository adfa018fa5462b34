import { fileURLToPath } from 'node:url';
import { startSiteChild } from '#test/support/site-child.ts';

/** A file of openfootball, and the day of it whose matches are played. */
export interface Recording {
  path: string;
  date: string;
}

export type Ask =
  /** Moves the clock on and tells what was played meanwhile. */
  | { kind: 'goTo'; minute: number }
  /** Tells another final score of a match. */
  | { kind: 'correct'; home: string; score: [number, number] };

/** A site on a clock of its own, on which a finished tournament is played again, thirty times as fast. Minutes count from its beginning. */
export interface RoundSite {
  url: string;
  /** The site's time at its beginning. */
  beganAt: Date;
  goTo: (minute: number) => Promise<void>;
  correct: (home: string, score: [number, number]) => Promise<void>;
  /** Stops the process. Returns the lines that the site logged as errors. */
  stop: () => Promise<string[]>;
}

/** The first match of the day kicks off in this minute; ninety minutes of a match last three. */
export const FIRST_KICKOFF_MINUTE = 8;
export const SPEED = 30;

export async function startRoundSite({ path, date }: Recording): Promise<RoundSite> {
  const program = fileURLToPath(new URL('./site-process.ts', import.meta.url));
  const { begun, ask, stop } = await startSiteChild<Ask, { url: string; beganAt: string }>(program, [path, date]);
  return {
    url: begun.url,
    beganAt: new Date(begun.beganAt),
    goTo: async (minute) => void (await ask({ kind: 'goTo', minute })),
    correct: async (home, score) => void (await ask({ kind: 'correct', home, score })),
    stop,
  };
}
