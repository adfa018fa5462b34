import { parseArgs } from 'node:util';
import { StartError } from '#server/platform/lifetime.ts';

/**
 * The parts of the app that a process runs. `web` answers requests and holds sockets; `worker` does timed work: jobs, settling, messages,
 * forecasts, the Telegram bot; `feed` requests and follows the feeds. Only one worker and one feed are active; the others wait for it to
 * end (leader/).
 */
export const ROLES = ['web', 'worker', 'feed'] as const;
export type Role = (typeof ROLES)[number];

/** Parses the role after `npm start --`; null without arguments, for all roles in one process. Throws StartError. */
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

/** Returns whether a process of this role does `part`. */
export const does = (role: Role | null, part: Role): boolean => role === null || role === part;
