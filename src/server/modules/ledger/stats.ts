import type { Transaction } from 'kysely';
import { type Deed, experienceFor } from '#domain/ledger/levels.ts';
import { utcDay } from '#domain/ledger/rewards.ts';
import type { DB } from '#server/platform/db/schema.ts';
import * as stats from './stats-queries.ts';

/** The change of a user's stats caused by one action. */
export interface StatsChange {
  userId: string;
  played: number;
  hits: number;
  netWon: number;
  /** The action that experience is given for; null if none is given. */
  deed: Deed | null;
}

/** Adds the changes to users' stats, and experience up to the daily limit. Takes one entry per user; each row is written once. */
export async function addToStats(db: Transaction<DB>, changes: readonly StatsChange[], at: Date): Promise<void> {
  if (changes.length === 0) return;
  const day = utcDay(at);
  const users = changes.map(({ userId }) => userId);
  await stats.lockStats(db, users);
  const earned = await stats.findExperienceOfDay(db, users, day);
  const sums = changes.map(({ deed, ...change }) => ({
    ...change,
    gained: deed === null ? 0 : experienceFor(deed, earned.get(change.userId) ?? 0),
  }));
  const gains = sums.filter(({ gained }) => gained > 0);
  if (gains.length > 0) await stats.addExperienceOfDay(db, gains, day);
  await stats.addToStats(db, sums, at);
}

/** Adds the experience for an action, up to the daily limit. */
export const addExperience = (db: Transaction<DB>, userId: string, deed: Deed, at: Date): Promise<void> =>
  addToStats(db, [{ userId, played: 0, hits: 0, netWon: 0, deed }], at);
