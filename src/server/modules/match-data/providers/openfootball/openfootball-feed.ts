import type { Feed, FeedUpdate } from '#server/modules/match-data/import/feed.ts';
import { type OpenFootballInput, type ParsedFile, parseOpenFootball } from './parse.ts';
import { toUpdates } from './to-updates.ts';

export interface OpenFootballFeed extends Feed {
  /** What was found in each file, problems included. */
  files: ParsedFile[];
  /** The updates of one file, for a summary file by file. */
  updatesOf: (file: ParsedFile) => FeedUpdate[];
}

/** Files of the public openfootball collection as a feed that ends. It has no odds, so its cadence is never. */
export function createOpenFootballFeed(inputs: OpenFootballInput[], now: () => Date): OpenFootballFeed {
  const files = inputs.map(parseOpenFootball);
  const updatesOf = (file: ParsedFile) => (file.matches.length === 0 ? [] : toUpdates(file, now()));
  async function* updates(signal: AbortSignal): AsyncGenerator<FeedUpdate[]> {
    for (const file of files) {
      if (signal.aborted) return;
      const batch = updatesOf(file);
      if (batch.length > 0) yield batch;
    }
  }
  return { name: 'openfootball', oddsCadenceSeconds: Number.POSITIVE_INFINITY, files, updatesOf, updates };
}
