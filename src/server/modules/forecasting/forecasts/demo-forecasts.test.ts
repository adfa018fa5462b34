import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getScoreProbability } from '#contract/forecasts.ts';
import { createDemoFeed } from '#demo/demo-feed.ts';
import { LEAGUES } from '#demo/leagues.ts';
import { importUpdates } from '#server/modules/match-data/import/importer.ts';
import { createLog } from '#server/platform/observability/log.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { type Forecaster, startForecaster } from './forecaster.ts';
import { createRenewal, FORECAST_AHEAD_MS, freezeForecasts } from './renewal.ts';

const test = useTestApp({ FEED: 'none' });
const PLAYED = ['league:first-division', 'league:continental-hoops', 'league:circuit-premier'];
const SPEED = 12;
/** Half an hour of the demo, which is longer than a match. */
const MINUTES = 30;

let forecaster: Forecaster;
beforeAll(() => {
  forecaster = startForecaster({ databaseUrl: test.current.database.url, log: createLog('silent') });
});
afterAll(() => forecaster.stop());

it('the demo world has forecasts of its coming matches at once, and a timeline for a match in play', async () => {
  const { deps, clock } = test.current;
  const start = clock.now().getTime();
  const abort = new AbortController();
  // 90 seconds of match time per step.
  const sleep = async () => clock.advance(7_500);
  const leagues = LEAGUES.filter(({ id }) => PLAYED.includes(id));
  const feed = createDemoFeed({ seed: 'test', speed: SPEED, now: clock.now, leagues, sleep });
  const renew = createRenewal(deps, forecaster);
  let isFilled = false;
  for await (const batch of feed.updates(abort.signal)) {
    await importUpdates({ ...deps, speed: SPEED }, 'demo', batch);
    await freezeForecasts(deps);
    const isFirst: boolean = !isFilled && batch.at(-1)?.kind === 'confirmation';
    if (isFirst) {
      await renew();
      expect(await coming()).toEqual({ without: 0, sports: ['basketball', 'esports', 'football'] });
    }
    isFilled ||= isFirst;
    if (clock.now().getTime() - start > (MINUTES * 60_000) / 2 && (await inPlay()) !== undefined) abort.abort();
  }
  const match = (await inPlay())!;
  const { reply } = await callApp(test.current.app, getScoreProbability, { id: match.id });
  expect(reply.model!.frozen_at).not.toBeNull();
  expect(reply.timeline.length).toBeGreaterThan(3);
  const { now } = reply;
  expect(now!.home + now!.draw + now!.away).toBeCloseTo(1, 9);
  expect(reply.timeline.at(-1)).toMatchObject({ home: now!.home, draw: now!.draw, away: now!.away });
});

/** Counts upcoming matches close enough to have a forecast that have none, and lists the sports of all of them. */
async function coming(): Promise<{ without: number; sports: string[] }> {
  const { deps, clock } = test.current;
  const rows = await deps.db
    .selectFrom('matches as m')
    .innerJoin('leagues as l', 'l.id', 'm.league_id')
    .leftJoin('forecasts as f', 'f.match_id', 'm.id')
    .select(['l.sport', 'f.model'])
    .where('m.status', '=', 'ns')
    .where('m.kickoff_at', '>', clock.now())
    .where('m.kickoff_at', '<', new Date(clock.now().getTime() + FORECAST_AHEAD_MS))
    .execute();
  return { without: rows.filter(({ model }) => model === null).length, sports: [...new Set(rows.map(({ sport }) => sport))].sort() };
}

/** Returns a football match with a frozen forecast in its second half. */
const inPlay = () =>
  test.current.deps.db
    .selectFrom('matches as m')
    .innerJoin('leagues as l', 'l.id', 'm.league_id')
    .innerJoin('forecasts as f', 'f.match_id', 'm.id')
    .select('m.id')
    .where('l.sport', '=', 'football')
    .where('m.status', '=', 'h2')
    .where('m.minute', '>', 50)
    .where('f.frozen_at', 'is not', null)
    .executeTakeFirst();

it('the models cannot import any feed, and so not the strengths of the demo world', () => {
  const reached = importsOf(join(import.meta.dirname, 'forecast-worker.ts'), new Set());
  expect([...reached].some((file) => file.endsWith('/domain/forecast/football-model.ts'))).toBe(true);
  expect([...reached].filter((file) => file.includes('/feeds/'))).toEqual([]);
});

/** Returns all project files loaded with a file: its imports without types, and theirs. */
function importsOf(file: string, seen: Set<string>): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type\b)[^;]*? from '((?:\.\/|#)[^']+)'/gm)) {
    importsOf(name.startsWith('#') ? join('src', name.slice(1)) : join(dirname(file), name), seen);
  }
  return seen;
}
