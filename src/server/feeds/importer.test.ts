import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { createDemoFeed } from './demo/demo-feed.ts';
import type { FeedUpdate } from './feed.ts';
import { importUpdates } from './importer.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const NOW = new Date('2026-11-21T02:00:00Z');
const deps = (now = NOW) => ({ db: database.db, now: () => now, log: { warn: () => {} }, speed: 12 });

async function firstTelling(now = NOW): Promise<FeedUpdate[]> {
  const updates: FeedUpdate[] = [];
  const abort = new AbortController();
  for await (const batch of createDemoFeed({ seed: 'test', speed: 12, now: () => now }).updates(abort.signal)) {
    updates.push(...batch);
    if (batch.at(-1)?.kind === 'confirmation') break;
  }
  return updates;
}

describe('the first telling of the demo world', () => {
  it('is imported in a few seconds, and changes nothing the second time', async () => {
    const updates = await firstTelling();
    const begunAt = performance.now();
    const first = await importUpdates(deps(), 'demo', updates);
    console.log('first fill', performance.now() - begunAt, updates.length);
    expect(first.refused).toEqual([]);
    const again = await importUpdates(deps(), 'demo', updates);
    console.log('second', performance.now() - begunAt);
    expect(again.refused).toEqual([]);
    expect(again.changes).toEqual([]);
  });
});
