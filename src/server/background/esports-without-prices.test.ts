import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import { quotesOf } from '#server/modules/betting/contests/quotes.ts';
import { ensureContests } from '#server/modules/betting/contests/service.ts';
import { createRenewal, type Forecaster, startForecaster } from '#server/modules/forecasting/public.ts';
import { createPandascoreFeed } from '#server/modules/match-data/providers/pandascore/pandascore-feed.ts';
import { createPandascoreStore } from '#server/modules/match-data/providers/pandascore/progress.ts';
import { createLog } from '#server/platform/observability/log.ts';
import { useTestApp } from '#test/support/app.ts';
import { followService } from '#test/support/follow-service.ts';
import { seriesRow } from '#test/support/pandascore-rows.ts';
import { type PandascoreServer, startPandascoreServer } from '#test/support/pandascore-server.ts';

/** PandaScore has no prices: what can be bet on its matches, from the feed to the quote. */

const test = useTestApp({ FEED: 'none' });
let server: PandascoreServer;
let forecaster: Forecaster;
beforeAll(async () => {
  server = await startPandascoreServer();
  forecaster = startForecaster({ databaseUrl: test.current.database.url, log: createLog('silent') });
});
afterAll(() => Promise.all([server.close(), forecaster.stop()]));

it('a match without prices has a pool at once, and fixed odds with our margin once there is a forecast', async () => {
  const { deps, clock } = test.current;
  const startMs = clock.now().getTime();
  const iso = (ms: number) => new Date(startMs + ms).toISOString();
  // Team 1 has won two of three series against team 2 and others.
  const past = Array.from({ length: 40 }, (_, i) => {
    const began = iso(-(2 + i) * DAY_MS);
    return seriesRow(
      { won: i % 3 === 0 ? [1, 1] : [0, 0], teams: [1, 2 + (i % 4)] },
      { id: 100 + i, scheduled_at: began, begin_at: began },
    );
  });
  const coming = seriesRow({ teams: [1, 2] }, { scheduled_at: iso(20 * HOUR_MS), begin_at: iso(20 * HOUR_MS) });
  const settings = { key: 'k', baseUrl: server.url, followed: ['league-of-legends'], tiers: ['a'], perHour: 300, perMinute: 60 };
  const follow = (historySeasons: number, minutes: number) => {
    const until = new Date(clock.now().getTime() + minutes * 60_000);
    const store = createPandascoreStore({ db: deps.db, now: clock.now, log: { warn: () => {} } });
    return followService(deps.db, clock, until, (options) => createPandascoreFeed({ ...settings, historySeasons }, { ...options, store }));
  };
  server.matches = () => [coming];
  await follow(0, 3);
  const { id: matchId } = await deps.db.selectFrom('matches').select('id').where('status', '=', 'ns').executeTakeFirstOrThrow();
  await ensureContests(deps);
  const contests = () =>
    deps.db.selectFrom('contests').select(['market', 'state', 'draw_possible']).where('match_id', '=', matchId).orderBy('market').execute();
  expect(await contests()).toContainEqual({ market: 'wdl', state: 'open', draw_possible: false });
  const quote = async () => (await quotesOf(deps.db, deps, [matchId])).get(matchId);
  const renew = createRenewal(deps, forecaster);
  await renew();
  expect(await quote()).toMatchObject({ state: 'suspended', suspension: 'no_price' });

  server.matches = () => [coming, ...past];
  await follow(1, 30);
  expect(await deps.db.selectFrom('matches').select('id').where('status', '=', 'ft').execute()).toHaveLength(40);
  await renew();
  // Results of the past are learned together, once no more of them have come for a while.
  clock.advance(2 * 60_000);
  await renew();
  const priced = await quote();
  expect(priced).toMatchObject({ state: 'firm', prices: [{ pick: 'home' }, { pick: 'away' }] });
  const [home, away] = priced!.prices.map(({ oddsHundredths }) => oddsHundredths) as [number, number];
  expect(home).toBeLessThan(away);
  // Both picks together cost more than 1: the house's margin on its own forecast.
  expect(100 / home + 100 / away).toBeGreaterThan(1 + deps.config.limits.fixed_forecast_margin_percent / 100 - 0.01);
});
