import { createStore, type FeedStore, findProgress, type StoreDeps } from '#server/modules/match-data/providers/api-sports/store.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { type Progress, readProgress } from './progress.ts';

export const FEED_NAME = 'api-football';

export const createFootballStore = (deps: StoreDeps): FeedStore<Progress> => createStore(FEED_NAME, readProgress, deps);

/** Loads the feed's progress; empty progress if it never ran. */
export const loadProgress = async (db: Db): Promise<Progress> => readProgress(await findProgress(db, FEED_NAME));
