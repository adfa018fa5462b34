import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PRICE_MAX, PRICE_MIN, withMargin } from '#domain/matches/odds.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts';
import { STAKE_LIMITS, stakeRoom } from './contest.ts';
import { type Book, offerOf, type QuoteFacts, quoteFor } from './fixed-odds.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);

/** Fair prices of a half, three tenths and a fifth: a bookmaker without a margin. */
const FAIR = [200, 333, 500];
const fast = (ageMs: number, more: Partial<Book> = {}): Book => ({
  prices: FAIR,
  suspended: false,
  confirmedAt: ago(ageMs),
  cadenceMs: 2 * SECOND_MS,
  ...more,
});
const slow = (ageMs: number, more: Partial<Book> = {}) => fast(ageMs, { cadenceMs: 3 * HOUR_MS, ...more });
const fromFile = (ageMs: number, more: Partial<Book> = {}) => fast(ageMs, { cadenceMs: null, ...more });

const quote = (facts: Partial<QuoteFacts>) =>
  quoteFor(
    {
      picks: ['home', 'draw', 'away'],
      books: [],
      forecast: null,
      kickoffAt: new Date(NOW.getTime() + 6 * HOUR_MS),
      isDelayed: false,
      isHouseClosed: false,
      ...facts,
    },
    NOW,
  );
const pricesOf = (facts: Partial<QuoteFacts>) => quote(facts).prices.map(({ oddsHundredths }) => oddsHundredths);

describe("bookmakers' prices", () => {
  it('get a margin of 6% when they come from a feed that confirms them often', () => {
    // 1 / (0.5 x 1.06) = 1.886, and so on; an even book of two would be 1 / 0.53.
    expect(quote({ books: [fast(0)] })).toEqual({
      state: 'firm',
      suspension: null,
      basis: 'bookmakers',
      prices: [
        { pick: 'home', oddsHundredths: 188 },
        { pick: 'draw', oddsHundredths: 314 },
        { pick: 'away', oddsHundredths: 471 },
      ],
      stakeMax: null,
      confirmedAt: NOW,
    });
    expect(pricesOf({ picks: ['home', 'away'], books: [fast(0, { prices: [190, 190] })] })).toEqual([188, 188]);
  });

  it('are the mean of all that are open, their own margins taken out', () => {
    const books = [fast(0, { prices: [190, 190] }), fast(0, { prices: [100 / 0.8, 100 / 0.6] })];
    // Means of 0.5 and 0.64, and of 0.5 and 0.36.
    expect(pricesOf({ picks: ['home', 'away'], books })).toEqual([Math.floor(100 / (0.57 * 1.06)), Math.floor(100 / (0.43 * 1.06))]);
    expect(pricesOf({ picks: ['home', 'away'], books: [books[0]!, { ...books[1]!, suspended: true }] })).toEqual([188, 188]);
  });

  it('are stale after a minute, and not for sale after five minutes', () => {
    const stateAt = (ageMs: number) => [quote({ books: [fast(ageMs)] }).state, quote({ books: [fast(ageMs)] }).suspension];
    expect(stateAt(60 * SECOND_MS)).toEqual(['firm', null]);
    expect(stateAt(60 * SECOND_MS + 1)).toEqual(['stale', null]);
    expect(stateAt(5 * MINUTE_MS)).toEqual(['stale', null]);
    expect(stateAt(5 * MINUTE_MS + 1)).toEqual(['suspended', 'too_old']);
  });

  it('are as old as the youngest that counts, and only those of recent bookmakers count', () => {
    const old = fast(6 * MINUTE_MS, { prices: [150, 400, 900] });
    expect(quote({ books: [old, fast(2 * MINUTE_MS), fast(SECOND_MS)] })).toMatchObject({ state: 'firm', confirmedAt: ago(SECOND_MS) });
    expect(pricesOf({ books: [old, fast(0)] })).toEqual(pricesOf({ books: [fast(0)] }));
  });
});

describe('prices of a slow feed', () => {
  it('get a margin of 9% and a limit of 500', () => {
    expect(quote({ books: [slow(2 * HOUR_MS)] })).toMatchObject({
      state: 'firm',
      stakeMax: 500,
      prices: [{ oddsHundredths: 183 }, {}, {}],
    });
  });

  it('are stale once their cadence is over, and not for sale five minutes later', () => {
    const stateAt = (ageMs: number) => quote({ books: [slow(ageMs)] });
    expect(stateAt(3 * HOUR_MS)).toMatchObject({ state: 'firm' });
    expect(stateAt(3 * HOUR_MS + 1)).toMatchObject({ state: 'stale', stakeMax: 500 });
    expect(stateAt(3 * HOUR_MS + 5 * MINUTE_MS)).toMatchObject({ state: 'stale' });
    expect(stateAt(3 * HOUR_MS + 5 * MINUTE_MS + 1)).toMatchObject({ state: 'suspended', suspension: 'too_old', prices: [] });
  });

  it('are not for sale from 75 minutes before kick-off, while fast ones are until kick-off', () => {
    const before = (ms: number) => ({ kickoffAt: new Date(NOW.getTime() + ms) });
    expect(quote({ books: [slow(0)], ...before(75 * MINUTE_MS) })).toMatchObject({ state: 'firm' });
    expect(quote({ books: [slow(0)], ...before(75 * MINUTE_MS - 1) })).toMatchObject({ state: 'suspended', suspension: 'too_near' });
    expect(quote({ books: [fast(0)], ...before(1) })).toMatchObject({ state: 'firm', stakeMax: null });
  });

  it('are ignored beside those of a fast feed', () => {
    const books = [slow(0, { prices: [150, 400, 900] }), fast(0)];
    expect(quote({ books })).toEqual(quote({ books: [fast(0)] }));
    // Unless those are too old.
    expect(quote({ books: [slow(0), fast(6 * MINUTE_MS)] })).toMatchObject({ state: 'firm', stakeMax: 500 });
  });

  it('from a file are never confirmed again, and count as slow ones', () => {
    expect(quote({ books: [fromFile(100 * HOUR_MS)] })).toMatchObject({
      state: 'firm',
      stakeMax: 500,
      prices: [{ oddsHundredths: 183 }, {}, {}],
    });
    expect(quote({ books: [fromFile(0)], kickoffAt: new Date(NOW.getTime() + HOUR_MS) })).toMatchObject({ suspension: 'too_near' });
  });
});

describe('without bookmaker prices', () => {
  const forecast = [0.5, 0.3, 0.2];

  it('our forecast gets a margin of 12% and a limit of 500', () => {
    expect(quote({ forecast })).toEqual({
      state: 'firm',
      suspension: null,
      basis: 'forecast',
      prices: [
        { pick: 'home', oddsHundredths: 178 },
        { pick: 'draw', oddsHundredths: 297 },
        { pick: 'away', oddsHundredths: 446 },
      ],
      stakeMax: 500,
      confirmedAt: null,
    });
  });

  it('our forecast is not for sale shortly before the kick-off of a match that is told late', () => {
    const before = (minutes: number) => ({ forecast, kickoffAt: new Date(NOW.getTime() + minutes * MINUTE_MS) });
    expect(quote({ ...before(75), isDelayed: true })).toMatchObject({ state: 'firm', basis: 'forecast' });
    expect(quote({ ...before(74), isDelayed: true })).toMatchObject({ state: 'suspended', suspension: 'too_near' });
    expect(quote({ ...before(74), isDelayed: false })).toMatchObject({ state: 'firm' });
    // A bookmaker whom another feed confirms within a minute knows of the kick-off.
    expect(quote({ ...before(74), isDelayed: true, books: [fast(0)] })).toMatchObject({ state: 'firm', basis: 'bookmakers' });
  });

  it('nothing is for sale without a forecast', () =>
    expect(quote({})).toMatchObject({ state: 'suspended', suspension: 'no_price', prices: [] }));

  it('the forecast does not replace prices that were withdrawn or are too old', () => {
    expect(quote({ forecast, books: [fast(0, { suspended: true })] })).toMatchObject({ suspension: 'taken_back' });
    expect(quote({ forecast, books: [fast(HOUR_MS)] })).toMatchObject({ suspension: 'too_old' });
  });

  it('prices for other picks, and invalid ones, are ignored', () => {
    expect(quote({ forecast, books: [fast(0, { prices: [190, 190] })] })).toMatchObject({ basis: 'forecast' });
    const nonsense = fast(0, { prices: [900, 900, 900] });
    expect(quote({ forecast, books: [nonsense] })).toMatchObject({ basis: 'forecast' });
    expect(quote({ books: [nonsense, slow(0)] })).toEqual(quote({ books: [slow(0)] }));
    expect(quote({ forecast, books: [nonsense, fast(0, { suspended: true })] })).toMatchObject({ suspension: 'taken_back' });
  });
});

it('nothing is for sale while the house is closed', () =>
  expect(quote({ books: [fast(0)], forecast: [0.5, 0.3, 0.2], isHouseClosed: true })).toMatchObject({
    state: 'suspended',
    suspension: 'house_closed',
    prices: [],
  }));

describe('an offer', () => {
  it('is the price of a pick with the limit of its contest and the payout already owed on it', () => {
    expect(offerOf(quote({ books: [slow(0)] }), 'home', 499_000)).toEqual({ oddsHundredths: 183, stakeMax: 500, matchLiability: 499_000 });
  });

  it('is null while nothing is for sale, and for an invalid pick', () => {
    expect(offerOf(quote({}), 'home', 0)).toBeNull();
    const twoWay = quote({ picks: ['home', 'away'], books: [fast(0, { prices: [190, 190] })] });
    expect(offerOf(twoWay, 'draw', 0)).toBeNull();
  });

  it('applies the limit of a weak price to all stakes of a user together', () => {
    const offer = offerOf(quote({ books: [slow(0)] }), 'home', 0);
    expect(stakeRoom({ pick: 'home', stake: 400, payout: 732 }, offer, STAKE_LIMITS)).toBe(100);
  });
});

describe('for any input', () => {
  const anyPrices = fc.oneof(
    fc.array(fc.integer({ min: 1, max: 6_000 }), { minLength: 2, maxLength: 3 }),
    fc.constantFrom(FAIR, [190, 190], [110, 900, 2_000]),
  );
  const anyBook: fc.Arbitrary<Book> = fc.record({
    prices: anyPrices,
    suspended: fc.boolean(),
    confirmedAt: fc.integer({ min: 0, max: 4 * HOUR_MS }).map(ago),
    cadenceMs: fc.constantFrom(null, SECOND_MS, 60 * SECOND_MS, 61 * SECOND_MS, 3 * HOUR_MS),
  });
  const anyForecast = fc
    .array(fc.integer({ min: 1, max: 1_000 }), { minLength: 3, maxLength: 3 })
    .map((weights) => weights.map((weight) => weight / weights.reduce((sum, one) => sum + one, 0)));
  const anyFacts: fc.Arbitrary<Partial<QuoteFacts>> = fc.record({
    books: fc.array(anyBook, { maxLength: 4 }),
    forecast: fc.option(anyForecast),
    kickoffAt: fc.integer({ min: 0, max: 3 * HOUR_MS }).map((ms) => new Date(NOW.getTime() + ms)),
    isDelayed: fc.boolean(),
    isHouseClosed: fc.boolean(),
  });

  it('either all picks have a price within bounds or none has, with the reason', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { state, suspension, basis, prices, stakeMax } = quote(facts);
        expect((state === 'suspended') === (suspension !== null)).toBe(true);
        expect(prices.map(({ pick }) => pick)).toEqual(state === 'suspended' ? [] : ['home', 'draw', 'away']);
        expect((basis === null) === (state === 'suspended')).toBe(true);
        for (const { oddsHundredths } of prices) {
          expect(Number.isInteger(oddsHundredths) && oddsHundredths >= PRICE_MIN && oddsHundredths <= PRICE_MAX).toBe(true);
        }
        if (basis === 'forecast') expect(stakeMax).toBe(500);
      }),
    );
  });

  it('the house keeps at least its margin, where no price is at a bound', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { prices, stakeMax, basis } = quote(facts);
        const odds = prices.map(({ oddsHundredths }) => oddsHundredths);
        fc.pre(odds.length > 0 && odds.every((price) => price > PRICE_MIN && price < PRICE_MAX));
        const taken = odds.reduce((sum, price) => sum + 100 / price, 0);
        const margin = basis === 'forecast' ? 1.12 : stakeMax === null ? 1.06 : 1.09;
        expect(taken).toBeGreaterThanOrEqual(margin - 1e-9);
      }),
    );
  });

  it('a price only gets worse and then vanishes as the feed falls silent', () => {
    const RANK = { firm: 0, stale: 1, suspended: 2 };
    const silentFor = (books: Book[], ms: number) =>
      books.map((book) => ({ ...book, confirmedAt: new Date(book.confirmedAt.getTime() - ms) }));
    fc.assert(
      fc.property(fc.array(anyBook, { minLength: 1, maxLength: 1 }), fc.integer({ min: 0, max: 4 * HOUR_MS }), (books, ms) => {
        fc.pre(quote({ books }).basis === 'bookmakers');
        expect(RANK[quote({ books: silentFor(books, ms) }).state]).toBeGreaterThanOrEqual(RANK[quote({ books }).state]);
      }),
    );
  });

  it('the margin is on what bookmakers together think', () => {
    fc.assert(
      fc.property(anyForecast, (forecast) => {
        expect(pricesOf({ forecast })).toEqual(withMargin(forecast, 12));
      }),
    );
  });
});
