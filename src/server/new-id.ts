import { v7 } from 'uuid';
import type { Deps } from './deps.ts';

/** A UUIDv7: ids of users, bets, contests and withdrawals sort by the time they were made. */
export const newId = (deps: Pick<Deps, 'now' | 'randomBytes'>): string => v7({ msecs: deps.now().getTime(), random: deps.randomBytes(16) });
