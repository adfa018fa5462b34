import { parseArgs } from 'node:util';
import { StartError } from '#server/platform/lifetime.ts';

/**
 * What a process does of all that the app does. `web` answers requests and holds sockets; `worker` does what the clock starts: jobs, settling, messages,
 * forecasts, the Telegram bot; `feed` asks and follows the feeds. Of workers and of feeds one is at work, and the others wait for it to end (leader/).
 */
export const ROLES = ['web', 'worker', 'feed'] as const;
export type Role = (typeof ROLES)[number];

/** The role that the words after `npm start --` ask for; null, where there are none, is all of them in one process. Throws StartError. */
export function readRole(words: readonly string[]): Role | null {
  const asked = parse(words);
  const role = ROLES.find((one) => one === asked);
  if (asked === undefined || role !== undefined) return role ?? null;
  throw new StartError(`There is no role "${asked}": choose from ${ROLES.join(', ')}, or leave --role out for all of them in one process.`);
}

function parse(words: readonly string[]): string | undefined {
  try {
    return parseArgs({ args: [...words], options: { role: { type: 'string' } } }).values.role;
  } catch {
    throw new StartError(`Matchpoint does not understand "${words.join(' ')}": it is npm start, or npm start -- --role ${ROLES.join('|')}`);
  }
}

/** Whether a process of this role does what `part` does. */
export const does = (role: Role | null, part: Role): boolean => role === null || role === part;
