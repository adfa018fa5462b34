import type { Deps } from '#server/deps.ts';
import { isDatabaseAway } from '#server/platform/db/connect.ts';

/**
 * Logs that a job failed with one of its items, so that the job can continue with the others. Throws the error again if the others would
 * fail too: the database is unavailable, or closed because the app stops. The runner of jobs then reports the job once.
 */
export function reportFailure({ log, isStopping }: Pick<Deps, 'log' | 'isStopping'>, error: unknown, item: object, message: string): void {
  if (isStopping() || isDatabaseAway(error)) throw error;
  log.error({ err: error, ...item }, message);
}
