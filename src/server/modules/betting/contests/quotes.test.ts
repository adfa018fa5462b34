import { beforeEach, describe, expect, it } from 'vitest';
import type { Outcomes } from '#domain/forecast/outcomes.ts';
import { houseCoverTransfer, houseGainTransfer } from '#domain/ledger/ledger.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { fundHouse, postTransfers } from '#server/modules/ledger/points.ts';
import { transact } from '#server/platform/transact.ts';
import { TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createContest, createLeague, createMatch, createTeam } from '#test/support/factories.ts';
import { quotesOf } from './quotes.ts';

const test = useTestApp({ FEED: 'none' });
const NOW = new Date(TEST_NOW);
const after = (ms: number) => new Date(NOW.getTime() + ms);
const db = () => test.current.deps.db;

beforeEach(() => test.current.clock.set(NOW));

interface BookValues {
  bookmaker?: string;
  prices?: [number, number | null, number];
  suspended?: boolean;
  confirmedAt?: Date;
  cadenceSeconds?: number | null;
}

async function addBook(matchId: number, { bookmaker = 'A', prices = [200, 333, 500], ...more }: BookValues = {}) {
  const [home, draw, away] = prices;
  await db()
    .insertInto('odds')
    .values({
      ...{ match_id: matchId, bookmaker, market: '1x2', home, draw, away, opening_home: home, opening_draw: draw, opening_away: away },
      suspended: more.suspended ?? false,
      changed_at: more.confirmedAt ?? NOW,
      confirmed_at: more.confirmedAt ?? NOW,
      cadence_seconds: more.cadenceSeconds === undefined ? 2 : more.cadenceSeconds,
    })
    .execute();
}

async function addForecast(matchId: number, outcomes: Outcomes, teams?: { home: number; away: number }) {
  const { home_team_id, away_team_id } = await db().selectFrom('matches').selectAll().where('id', '=', matchId).executeTakeFirstOrThrow();
  const content = { home_team_id: teams?.home ?? home_team_id, away_team_id: teams?.away ?? away_team_id, outcomes };
  await db()
    .insertInto('forecasts')
    .values({ match_id: matchId, model: 'football-1', made_at: NOW, content: JSON.stringify(content) })
    .execute();
}

const quoteOf = async (matchId: number) => (await quotesOf(db(), test.current.deps, [matchId])).get(matchId);

describe('quotes', () => {
  it('are calculated for many matches at once from bookmakers’ prices and our forecasts', async () => {
    const twoWay = await createLeague(db(), { sport: 'basketball', drawPossible: false });
    const [priced, forecast, duel, silent] = [
      await createMatch(db(), { kickoffAt: after(6 * HOUR_MS) }),
      await createMatch(db(), { kickoffAt: after(6 * HOUR_MS) }),
      await createMatch(db(), { kickoffAt: after(6 * HOUR_MS), leagueId: twoWay }),
      await createMatch(db(), { kickoffAt: after(6 * HOUR_MS) }),
    ];
    await addBook(priced);
    await addForecast(priced, { home: 0.2, draw: 0.3, away: 0.5 });
    await addForecast(forecast, { home: 0.5, draw: 0.3, away: 0.2 });
    // A bookmaker who prices a draw although there is none: the price is ignored.
    await addBook(duel, { prices: [190, 2_000, 190], confirmedAt: after(-2 * MINUTE_MS) });
    const undated = await createMatch(db(), { kickoffAt: null });

    const quotes = await quotesOf(db(), test.current.deps, [priced, forecast, duel, silent, undated, 999_999]);
    expect([...quotes.keys()].sort()).toEqual([priced, forecast, duel, silent].sort());
    expect(quotes.get(priced)).toMatchObject({
      ...{ state: 'firm', basis: 'bookmakers', stakeMax: null, confirmedAt: NOW },
      prices: [
        { pick: 'home', oddsHundredths: 188 },
        { pick: 'draw', oddsHundredths: 314 },
        { pick: 'away', oddsHundredths: 471 },
      ],
    });
    expect(quotes.get(forecast)).toMatchObject({
      state: 'firm',
      basis: 'forecast',
      stakeMax: 500,
      prices: [{ oddsHundredths: 178 }, {}, {}],
    });
    expect(quotes.get(duel)).toMatchObject({
      ...{ state: 'stale', confirmedAt: after(-2 * MINUTE_MS) },
      prices: [
        { pick: 'home', oddsHundredths: 188 },
        { pick: 'away', oddsHundredths: 188 },
      ],
    });
    expect(quotes.get(silent)).toMatchObject({ state: 'suspended', suspension: 'no_price' });
    expect(await quotesOf(db(), test.current.deps, [])).toEqual(new Map());
  });

  it('detect slow prices and prices from files by the cadence of their feed', async () => {
    const [slow, file] = [
      await createMatch(db(), { kickoffAt: after(6 * HOUR_MS) }),
      await createMatch(db(), { kickoffAt: after(6 * HOUR_MS) }),
    ];
    await addBook(slow, { confirmedAt: after(-3 * HOUR_MS), cadenceSeconds: 10_800 });
    await addBook(file, { confirmedAt: after(-300 * HOUR_MS), cadenceSeconds: null });
    expect(await quoteOf(slow)).toMatchObject({ state: 'firm', stakeMax: 500, prices: [{ oddsHundredths: 183 }, {}, {}] });
    expect(await quoteOf(file)).toMatchObject({ state: 'firm', stakeMax: 500 });
    test.current.clock.set(after(6 * MINUTE_MS));
    expect(await quoteOf(slow)).toMatchObject({ state: 'suspended', suspension: 'too_old' });
    expect(await quoteOf(file)).toMatchObject({ state: 'firm' });
  });

  it('are as recent as the last confirmation of their feed that nothing else changed', async () => {
    const [told, other] = [
      await createMatch(db(), { kickoffAt: after(90 * HOUR_MS) }),
      await createMatch(db(), { kickoffAt: after(90 * HOUR_MS) }),
    ];
    for (const id of [told, other]) await addBook(id, { confirmedAt: after(-HOUR_MS) });
    await db()
      .insertInto('feed_confirmations')
      .values({ feed: 'fast', confirmed_at: after(-MINUTE_MS) })
      .execute();
    await db()
      .insertInto('feed_ids')
      .values([
        { feed: 'fast', kind: 'match', feed_id: '1', id: told },
        // Not a match.
        { feed: 'fast', kind: 'team', feed_id: '2', id: other },
      ])
      .execute();
    expect(await quoteOf(told)).toMatchObject({ state: 'firm', confirmedAt: after(-MINUTE_MS) });
    expect(await quoteOf(other)).toMatchObject({ suspension: 'too_old' });
  });

  it('use a forecast only for the same teams and only before the match', async () => {
    const [replaced, begun, late, level] = [
      await createMatch(db(), { kickoffAt: after(HOUR_MS) }),
      await createMatch(db(), { kickoffAt: after(HOUR_MS), status: 'h1' }),
      await createMatch(db(), { kickoffAt: NOW }),
      await createMatch(db(), { kickoffAt: after(HOUR_MS), leagueId: await createLeague(db(), { drawPossible: false }) }),
    ];
    const outcomes = { home: 0.5, draw: 0.3, away: 0.2 };
    await addForecast(replaced, outcomes, { home: await createTeam(db()), away: await createTeam(db()) });
    for (const id of [begun, late, level]) await addForecast(id, outcomes);
    for (const id of [replaced, begun, late, level]) expect(await quoteOf(id)).toMatchObject({ suspension: 'no_price' });
  });

  it('follow the settings', async () => {
    const { deps } = test.current;
    const id = await createMatch(db(), { kickoffAt: after(6 * HOUR_MS) });
    await addBook(id, { confirmedAt: after(-10 * MINUTE_MS) });
    const limits = { ...deps.config.limits, price_suspended_seconds: 900, price_stale_seconds: 700, fixed_margin_percent: 20 };
    const quotes = await quotesOf(db(), { ...deps, config: { ...deps.config, limits } }, [id]);
    expect(quotes.get(id)).toMatchObject({ state: 'firm', prices: [{ oddsHundredths: 166 }, {}, {}] });
  });
});

describe('the house', () => {
  /** Creates a settled contest in which the house lost this many points (negative: gained). */
  async function lose(points: number, at: Date, market: 'wdl' | '1x2' = '1x2') {
    const { deps } = test.current;
    const contestId = await createContest(db(), await createMatch(db(), { kickoffAt: after(HOUR_MS) }), NOW, market);
    await transact(deps, async (trx) => {
      if (points > 0) await postTransfers(trx, [houseCoverTransfer(contestId, points)], at);
      else
        await postTransfers(
          trx,
          [{ ...houseCoverTransfer(contestId, -points), from: { kind: 'issuance' } }, houseGainTransfer(contestId, market, -points)],
          at,
        );
    });
  }

  it('takes no more stakes once it lost a tenth of its bankroll at fixed odds within 24 hours', async () => {
    await fundHouse(test.current.deps);
    const id = await createMatch(db(), { kickoffAt: after(6 * HOUR_MS) });
    await addBook(id, { cadenceSeconds: null });
    const isClosed = async () => (await quoteOf(id))?.suspension === 'house_closed';
    await lose(400_000, after(-HOUR_MS));
    await lose(-20_000, after(-HOUR_MS));
    await lose(119_999, NOW);
    expect(await isClosed()).toBe(false);
    // Losses in pools and losses of the day before do not count.
    await lose(300_000, NOW, 'wdl');
    await lose(300_000, after(-24 * HOUR_MS));
    expect(await isClosed()).toBe(false);
    await lose(1, NOW);
    expect(await isClosed()).toBe(true);
    test.current.clock.set(after(23 * HOUR_MS));
    expect(await isClosed()).toBe(false);
  });

  it('takes no stakes without a bankroll, and more with a larger one', async () => {
    const { deps } = test.current;
    const id = await createMatch(db(), { kickoffAt: after(6 * HOUR_MS) });
    await addBook(id);
    await lose(500_000, NOW);
    const suspensionWith = async (house_bankroll: number) => {
      const limits = { ...deps.config.limits, house_bankroll };
      return (await quotesOf(db(), { ...deps, config: { ...deps.config, limits } }, [id])).get(id)?.suspension;
    };
    expect(await suspensionWith(5_000_000)).toBe('house_closed');
    expect(await suspensionWith(50_000_000)).toBeNull();
    expect(await suspensionWith(0)).toBe('house_closed');
  });
});
