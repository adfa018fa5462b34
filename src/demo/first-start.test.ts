import { expect, it } from 'vitest';
import { importUpdates } from '#server/modules/match-data/import/importer.ts';
import { useTestApp } from '#test/support/app.ts';
import { createDemoFeed } from './demo-feed.ts';
import { findSeasonNames } from './first-start.ts';
import { LEAGUES } from './leagues.ts';

const test = useTestApp({ FEED: 'none' });

it('remembers when it was first started, and marks the seasons of another speed', async () => {
  const { deps, clock } = test.current;
  const first = await findSeasonNames(deps.db, 12, clock.now());
  expect(first).toEqual({ sinceMs: clock.now().getTime(), mark: '' });
  clock.advance(400 * 86_400_000);
  expect(await findSeasonNames(deps.db, 12, clock.now())).toEqual(first);
  expect(await findSeasonNames(deps.db, 24, clock.now())).toEqual({ ...first, mark: ' x24' });
});

it('has seasons by years whose matches are days old, and none is refused', async () => {
  const { deps, clock } = test.current;
  const leagues = LEAGUES.filter(({ id }) => ['league:kronenliga', 'league:lotus-league'].includes(id));
  const abort = new AbortController();
  const names = { sinceMs: clock.now().getTime(), mark: '' };
  for await (const batch of createDemoFeed({ seed: 'test', speed: 12, now: clock.now, names, leagues }).updates(abort.signal)) {
    expect((await importUpdates({ ...deps, speed: 12 }, 'demo', batch)).refused).toEqual([]);
    if (batch.at(-1)?.kind === 'confirmation') abort.abort();
  }
  const seasons = await deps.db.selectFrom('leagues').select(['name', 'current_season']).orderBy('name').execute();
  const year = clock.now().getUTCFullYear();
  expect(seasons.map(({ current_season: season }) => season)).toEqual([`${year}/${String(year + 1).slice(-2)}`, String(year)]);
});
