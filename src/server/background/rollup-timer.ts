import type { Deps } from '#server/deps.ts';
import { countDays, purgeActivity, writeActivity } from '#server/modules/console/public.ts';

/** Writes down who was active; no request waits for it. */
export async function writeDownActivity(deps: Deps): Promise<void> {
  const users = await writeActivity(deps);
  if (users > 0) deps.log.debug({ users }, 'wrote down who was active');
}

/** Counts today, and what of the days before is not counted for good yet. */
export async function rollUpDays(deps: Deps): Promise<void> {
  const days = await countDays(deps);
  if (days > 0) deps.log.debug({ days }, 'counted days');
}

export async function forgetActivity(deps: Deps): Promise<void> {
  const rows = await purgeActivity(deps);
  if (rows > 0) deps.log.info({ rows }, 'forgot who was active long ago');
}
