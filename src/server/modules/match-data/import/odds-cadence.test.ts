import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { quotesOf } from '#server/modules/betting/contests/quotes.ts';
import { TEST_NOW, useTestApp } from '#test/support/app.ts';
import type { Feed, FeedUpdate } from './feed.ts';
import { runFeed } from './runner.ts';

const test = useTestApp({ FEED: 'none' });
const NOW = Date.parse(TEST_NOW);
const at = (ms: number) => new Date(NOW + ms);
/** Far enough away that confirmations of the feed alone do not write the match's rows. */
const KICKOFF = at(72 * HOUR_MS);

beforeEach(() => test.current.clock.set(at(0)));

const league = {
  id: 'l',
  sport: 'football',
  name: 'League',
  countryCode: null,
  season: '2026',
  form: 'league',
  drawPossible: true,
} as const;
const team = (id: string): FeedUpdate => ({ kind: 'team', id, sport: 'football', name: `Team ${id}`, countryCode: null });
const confirmation = (): FeedUpdate => ({ kind: 'confirmation', seenAt: test.current.clock.now() });
const price = (home = 200): FeedUpdate => ({
  kind: 'odds',
  matchId: 'm',
  seenAt: test.current.clock.now(),
  bookmakers: [{ bookmaker: 'A', market: '1x2', home, draw: 333, away: 500, suspended: false }],
});

/** Runs a feed once; returns the match's id, and a function that imports further updates from the feed. */
async function follow(name: string, oddsCadenceSeconds: number) {
  const { db, log, now } = test.current.deps;
  const tell = async (...updates: FeedUpdate[]) => {
    const feed: Feed = {
      ...{ name, oddsCadenceSeconds },
      async *updates() {
        yield updates;
      },
    };
    await runFeed({ db, now, log }, feed, new AbortController().signal, () => {}).done;
  };
  const teams = { homeTeamId: `${name} a`, awayTeamId: `${name} b` };
  const fixture: FeedUpdate = { kind: 'fixture', id: 'm', leagueId: 'l', season: '2026', round: '1', ...teams, kickoffAt: KICKOFF };
  await tell({ kind: 'league', ...league, name: `League of ${name}` }, team(teams.homeTeamId), team(teams.awayTeamId), fixture, price());
  const { id } = await db
    .selectFrom('feed_ids')
    .select('id')
    .where('feed', '=', name)
    .where('kind', '=', 'match')
    .executeTakeFirstOrThrow();
  return { id, tell };
}

const quoteOf = async (id: number) => (await quotesOf(test.current.deps.db, test.current.deps, [id])).get(id)!;
const cadenceOf = async (id: number) =>
  (await test.current.deps.db.selectFrom('odds').select('cadence_seconds').where('match_id', '=', id).executeTakeFirstOrThrow())
    .cadence_seconds;

describe('state of a price by its feed’s cadence', () => {
  it('is firm from a fast feed, stale and then suspended when the feed falls silent, and firm again after a confirmation', async () => {
    const { id, tell } = await follow('fast', 1.5);
    expect(await cadenceOf(id)).toBe(2);
    expect(await quoteOf(id)).toMatchObject({ state: 'firm', stakeMax: null, prices: [{ oddsHundredths: 188 }, {}, {}] });
    test.current.clock.set(at(MINUTE_MS + 1));
    expect(await quoteOf(id)).toMatchObject({ state: 'stale', confirmedAt: at(0) });
    test.current.clock.set(at(5 * MINUTE_MS + 1));
    expect(await quoteOf(id)).toMatchObject({ state: 'suspended', suspension: 'too_old' });
    await tell(confirmation());
    expect(await quoteOf(id)).toMatchObject({ state: 'firm', confirmedAt: at(5 * MINUTE_MS + 1) });
    // A new price counts from when it was sent.
    test.current.clock.set(at(20 * MINUTE_MS));
    await tell(price(190));
    expect(await quoteOf(id)).toMatchObject({ state: 'firm', confirmedAt: at(20 * MINUTE_MS) });
  });

  it('is firm with a limited stake from a slow feed for as long as the feed promised, then stale and suspended', async () => {
    const { id, tell } = await follow('slow', 10_800);
    expect(await cadenceOf(id)).toBe(10_800);
    test.current.clock.set(at(3 * HOUR_MS));
    expect(await quoteOf(id)).toMatchObject({ state: 'firm', stakeMax: 500, prices: [{ oddsHundredths: 183 }, {}, {}] });
    test.current.clock.set(at(3 * HOUR_MS + MINUTE_MS));
    expect(await quoteOf(id)).toMatchObject({ state: 'stale' });
    test.current.clock.set(at(3 * HOUR_MS + 5 * MINUTE_MS + 1));
    expect(await quoteOf(id)).toMatchObject({ state: 'suspended', suspension: 'too_old' });
    await tell(price());
    expect(await quoteOf(id)).toMatchObject({ state: 'firm' });
    test.current.clock.set(new Date(KICKOFF.getTime() - 74 * MINUTE_MS));
    await tell(price());
    expect(await quoteOf(id)).toMatchObject({ state: 'suspended', suspension: 'too_near' });
  });

  it('stays firm with a limited stake from a file, which never confirms it', async () => {
    const { id } = await follow('file', Number.POSITIVE_INFINITY);
    expect(await cadenceOf(id)).toBeNull();
    test.current.clock.set(at(60 * HOUR_MS));
    expect(await quoteOf(id)).toMatchObject({ state: 'firm', stakeMax: 500, confirmedAt: at(0) });
  });

  it('is not confirmed by another feed', async () => {
    const { id } = await follow('silent', 2);
    const { tell } = await follow('loud', 2);
    test.current.clock.set(at(HOUR_MS));
    await tell(confirmation());
    expect(await quoteOf(id)).toMatchObject({ state: 'suspended', suspension: 'too_old' });
  });

  it('gets a missing cadence from the next confirmation near kick-off', async () => {
    const { id, tell } = await follow('older', 2);
    await test.current.deps.db.updateTable('odds').set({ cadence_seconds: null }).where('match_id', '=', id).execute();
    test.current.clock.set(new Date(KICKOFF.getTime() - 10 * MINUTE_MS));
    await tell(confirmation());
    expect(await cadenceOf(id)).toBe(2);
    expect(await quoteOf(id)).toMatchObject({ state: 'firm', stakeMax: null });
  });
});
