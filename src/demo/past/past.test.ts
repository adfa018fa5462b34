import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getTrackRecord } from '#contract/forecasts.ts';
import { createDemoFeed } from '#demo/demo-feed.ts';
import { ensureCrowd } from '#demo/demo-users.ts';
import { findSeasonNames } from '#demo/first-start.ts';
import { LEAGUES } from '#demo/leagues.ts';
import { scoreUserForecasts } from '#server/modules/forecasting/public.ts';
import { fundHouse, proveWholeLedger, sealLedger } from '#server/modules/ledger/public.ts';
import { importUpdates } from '#server/modules/match-data/public.ts';
import { callApp, createTestApp, type TestApp } from '#test/support/app.ts';
import { makePast } from './make-past.ts';
import { beforeThePast } from './run-past.ts';

const SPEED = 12;
const PLAYED = ['league:circuit-premier'];
const leagues = LEAGUES.filter(({ id }) => PLAYED.includes(id));
/** Two seasons of ten teams that meet twice. */
const SEASON_MATCHES = 90;

interface Demo {
  app: TestApp;
  userIds: string[];
}

/** Starts a demo for the first time, as far as its feed is concerned. */
async function begin(): Promise<Demo> {
  const app = await createTestApp();
  const { deps, clock } = app;
  await fundHouse(deps);
  const names = await findSeasonNames(deps.db, SPEED, clock.now());
  const abort = new AbortController();
  for await (const batch of createDemoFeed({ seed: deps.config.demoSeed, speed: SPEED, now: clock.now, names, leagues }).updates(
    abort.signal,
  )) {
    await importUpdates({ ...deps, speed: SPEED }, 'demo', batch);
    if (batch.at(-1)?.kind === 'confirmation') abort.abort();
  }
  return { app, userIds: await ensureCrowd(beforeThePast(deps)) };
}

const make = ({ app, userIds }: Demo, partsMax?: number) =>
  makePast({ deps: app.deps, pool: app.database.pool, userIds, leagues, ...(partsMax !== undefined && { partsMax }), restMs: () => 0 });

const rows = async <T>({ app }: Demo, query: RawBuilder<T>): Promise<T[]> => (await query.execute(app.deps.db)).rows;

describe('the past of the demo', () => {
  let demo: Demo;
  let before: unknown[];
  /** What everybody can see of results; feeds told it before the past was made. */
  const results = () =>
    rows(
      demo,
      sql`
    select m.id, m.status, m.home_score, m.away_score, m.parts from matches m where m.season = (select current_season from leagues) and m.status in ('ft', 'awd', 'wo') order by m.id`,
    );
  beforeAll(async () => {
    demo = await begin();
    before = await results();
    await make(demo, 5);
    // As after a kill: nothing is kept but the database.
    await make(demo);
    await scoreUserForecasts(demo.app.deps);
    // Some eighty queries a match: long on a busy machine.
  }, 600_000);
  afterAll(() => demo.app.database.drop());

  it('adds a second finished season, and changes no result that was known', async () => {
    const seasons = await rows(
      demo,
      sql<{ season: string; matches: number; waiting: number }>`
        select m.season, count(*)::integer as matches, count(*) filter (where m.status not in ('ft', 'awd', 'wo', 'abd', 'canc'))::integer as waiting
        from matches m join leagues l on l.id = m.league_id where m.season < l.current_season group by m.season order by m.season`,
    );
    expect(seasons).toEqual(['2024', '2025'].map((season) => ({ season, matches: SEASON_MATCHES, waiting: 0 })));
    expect(before.length).toBeGreaterThan(0);
    expect(await results()).toEqual(before);
  });

  it('has a forecast of each match, made before it and frozen with the market of that time, once a team was seen', async () => {
    const late = await rows(
      demo,
      sql`
      select f.match_id from forecasts f join matches m on m.id = f.match_id
      where m.status = 'ft' and m.kickoff_at < (select progress ->> 'since' from feed_progress)::timestamptz - interval '40 minutes'
        and (f.made_at >= m.started_at or f.frozen_at is null or f.market is null)`,
    );
    expect(late).toEqual([]);
    const { reply } = await callApp(demo.app.app, getTrackRecord, { sport: 'esports' });
    expect(reply.model!.matches).toBeGreaterThan(2 * SEASON_MATCHES);
    expect(reply.model!.matches).toBe(reply.beside.find(({ name }) => name === 'market')!.model.matches);
  });

  it('knew no later result: the first match of all has no forecast, and a forecast counts only what was over', async () => {
    const [wrong] = await rows(
      demo,
      sql<{ count: number }>`
      select count(*)::integer as count from forecasts f join matches m on m.id = f.match_id
      where f.frozen_at is not null and (f.content #>> '{past_matches,most}')::integer > (
        select max(seen) from unnest(array[m.home_team_id, m.away_team_id]) as team,
          lateral (select count(*) as seen from matches p where team in (p.home_team_id, p.away_team_id) and p.fulltime_since <= f.made_at) s)`,
    );
    expect(wrong!.count).toBe(0);
    const [first] = await rows(
      demo,
      sql<{ id: number | null }>`
      select f.match_id as id from matches m left join forecasts f on f.match_id = m.id order by m.kickoff_at limit 1`,
    );
    expect(first!.id).toBeNull();
  });

  it('has settled every bet by the real contests, and its ledger proves', async () => {
    const states = await rows(demo, sql<{ state: string; bets: number }>`select state, count(*)::integer as bets from bets group by state`);
    expect(states.find(({ state }) => state === 'settled')!.bets).toBeGreaterThan(100);
    const markets = await rows(
      demo,
      sql<{ market: string }>`select distinct c.market from bets b join contests c on c.id = b.contest_id order by 1`,
    );
    expect(markets.map(({ market }) => market)).toEqual(['1x2', 'wdl']);
    const open = await rows(
      demo,
      sql`
      select b.id from bets b join contests c on c.id = b.contest_id join matches m on m.id = c.match_id where b.state = 'ongoing' or b.settled_at < m.kickoff_at`,
    );
    expect(open).toEqual([]);
    await sealLedger(demo.app.deps);
    expect((await proveWholeLedger(demo.app.deps)).proven).toBe(true);
    const levels = await rows(demo, sql<{ experience: number }>`select distinct experience from user_stats`);
    expect(levels.length).toBeGreaterThan(10);
  });

  it('has users in the forecast league, and lines in rooms', async () => {
    const [forecasts] = await rows(
      demo,
      sql<{ scored: number; compared: number }>`
      select count(score)::integer as scored, count(model_score)::integer as compared from user_forecasts`,
    );
    expect(forecasts!.scored).toBeGreaterThan(80);
    expect(forecasts!.compared).toBeGreaterThan(70);
    const rooms = await rows(demo, sql<{ locale: string }>`select distinct locale from chat_messages where kind = 'user' order by locale`);
    expect(rooms.map(({ locale }) => locale)).toEqual(['en', 'vi', 'zh-CN']);
    const names = await rows(
      demo,
      sql<{ display_name: string }>`select display_name from users where id in (select user_id from chat_messages)`,
    );
    expect(names.every(({ display_name: name }) => name.endsWith('(demo)'))).toBe(true);
  });

  it('leaves nothing for readers with a spoiler shield to see of how it was made', async () => {
    const [left] = await rows(
      demo,
      sql<{ count: number }>`
      select count(*)::integer as count from shield.past p join forecasts f on f.match_id = p.match_id where p.of_table = 'matches'`,
    );
    expect(left!.count).toBe(0);
  });

  it('is made once', async () => {
    expect(await make(demo)).toBe(0);
  });
});
