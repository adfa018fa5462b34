import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PICKS, type Pick } from '#domain/matches/sport.ts';
import { type Played, receiptOf, sealed } from '#test/support/receipts.ts';
import { MARKETS } from './contest.ts';
import { factsHash, type Receipt, shareOf } from './receipt.ts';
import { verifyReceipt } from './receipt-check.ts';
import type { PlacedBet } from './settlement.ts';

const KICKOFF_MS = Date.parse('2026-11-20T18:00:00Z');
const at = (ms: number) => new Date(KICKOFF_MS + ms);

const idOf = (...numbers: number[]) => `0198f000-0000-7000-8000-${numbers.map((n) => String(n).padStart(6, '0')).join('')}`;

/** A bet with one stake, placed `placedMs` after kick-off. */
const bet = (n: number, pick: Pick, stake: number, odds: number | null = null, placedMs = -60_000): PlacedBet => ({
  id: idOf(n, 0),
  userId: `user${n}`,
  pick,
  placedAt: at(placedMs),
  legs: [{ id: idOf(n, 1), stake, oddsHundredths: odds, placedAt: at(placedMs) }],
});

const played = (more: Partial<Played> = {}): Played => ({
  market: 'wdl',
  feePercent: 0,
  participantsMin: 1,
  bets: [bet(1, 'home', 100), bet(2, 'home', 50), bet(3, 'away', 60)],
  results: [{ score: [2, 1], startedAt: null }],
  balance: 1_000,
  ...more,
});

const anyBets = fc
  .array(
    fc.record({
      pick: fc.constantFrom(...PICKS),
      legs: fc.array(
        fc.record({
          stake: fc.integer({ min: 10, max: 5_000 }),
          odds: fc.integer({ min: 101, max: 5_000 }),
          placedMs: fc.integer({ min: -20, max: 20 }),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    }),
    { maxLength: 12 },
  )
  .chain((bets) => fc.constantFrom(...MARKETS).map((market) => ({ market, bets })))
  .map(({ market, bets }) => ({
    market,
    bets: bets.map(({ pick, legs }, n) => ({
      ...bet(n, pick, 10),
      placedAt: at(Math.min(...legs.map(({ placedMs }) => placedMs))),
      legs: legs.map(({ stake, odds, placedMs }, i) => ({
        id: idOf(n, i + 1),
        stake,
        oddsHundredths: market === '1x2' ? odds : null,
        placedAt: at(placedMs),
      })),
    })),
  }));
const anyResult = fc.record({
  score: fc.tuple(fc.nat(3), fc.nat(3)),
  startedAt: fc.option(fc.integer({ min: -20, max: 20 }).map(at)),
});
const anyPlayed: fc.Arbitrary<Played> = fc
  .record({
    contest: anyBets,
    feePercent: fc.integer({ min: 0, max: 1_000 }).map((tenths) => tenths / 10),
    participantsMin: fc.integer({ min: 1, max: 3 }),
    results: fc.array(anyResult, { maxLength: 4 }),
    balance: fc.constantFrom(0, 40, 1_000_000),
  })
  .map(({ contest, ...rest }) => ({ ...contest, ...rest }));

const faultsOf = (receipt: Receipt) => verifyReceipt(receipt).map(({ about, id, field }) => [about, id, field].filter(Boolean).join(' '));

describe('a correct receipt', () => {
  it('is found so, whatever was staked, settled, corrected or void, in both markets', () => {
    fc.assert(
      fc.property(anyPlayed, (contest) => {
        expect(verifyReceipt(receiptOf(contest))).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('passes the check after a round trip through its file', () => {
    const receipt = receiptOf(played({ market: '1x2', bets: [bet(1, 'home', 15, 233), bet(2, 'away', 20, 1_999)] }));
    expect(verifyReceipt(JSON.parse(JSON.stringify(receipt)))).toEqual([]);
  });

  it('explains a winner’s share', () => {
    const { bets, totals } = receiptOf(played());
    expect(totals).toMatchObject({ staked: { home: 150, draw: 0, away: 60 }, participants: 3, payouts: 210, fee: 0, house: 0 });
    expect(bets.map(({ share }) => share)).toEqual([
      { stake: 100, pot: 210, winning_stakes: 150, floor: 140, left_over: 0 },
      { stake: 50, pot: 210, winning_stakes: 150, floor: 70, left_over: 0 },
      null,
    ]);
    expect(shareOf(5_000, 9_007_199_254, { staked: { home: 9_000_000_000, draw: 7_199_254, away: 0 }, winner: 'home', fee: 0 }).floor).toBe(
      5_003,
    );
  });

  it('has hashes that do not depend on the order of fields', () => {
    const { facts } = receiptOf(played());
    const backwards = Object.fromEntries(Object.entries(facts!).toReversed()) as unknown as typeof facts;
    expect(factsHash(backwards!)).toBe(factsHash(facts!));
  });
});

type Path = (string | number)[];

/** Paths of numbers and times in a receipt. */
function leavesOf(value: unknown, path: Path = []): Path[] {
  if (
    typeof value === 'number' ||
    (typeof value === 'string' && !Number.isNaN(Date.parse(value)) && /_(at|since)$/.test(String(path.at(-1))))
  ) {
    return [path];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, Array.isArray(value) ? Number(key) : key]));
}

/** Returns the same receipt with one number raised by `by`, or one time delayed by as many milliseconds. */
function altered(receipt: Receipt, path: Path, by: number): Receipt {
  const copy = structuredClone(receipt);
  const holder = path
    .slice(0, -1)
    .reduce<Record<string | number, unknown>>(
      (inner, key) => inner[key] as Record<string | number, unknown>,
      copy as unknown as Record<string, unknown>,
    );
  const key = path.at(-1)!;
  const value = holder[key];
  holder[key] = typeof value === 'number' ? value + by : new Date(Date.parse(value as string) + by).toISOString();
  return copy;
}

/** Computed values: an altered one is detected even with new hashes. */
const COMPUTED = /^(totals|bets \d+ (payout|refund|stake|received|share|legs \d+ stake))/;

describe('one altered number', () => {
  const anyAltered = fc.tuple(anyPlayed, fc.nat(), fc.constantFrom(-1, 1, 7)).map(([contest, nth, by]) => {
    const receipt = receiptOf(contest);
    const paths = leavesOf(receipt);
    return { receipt, path: paths[nth % paths.length]!, by };
  });

  it('anywhere is found', () => {
    fc.assert(
      fc.property(anyAltered, ({ receipt, path, by }) => {
        expect(verifyReceipt(altered(receipt, path, by))).not.toEqual([]);
      }),
      { numRuns: 600 },
    );
  });

  it('is detected in computed values even if all hashes were made again', () => {
    fc.assert(
      fc.property(anyPlayed, fc.nat(), fc.constantFrom(-1, 1, 7), (contest, nth, by) => {
        const receipt = receiptOf(contest);
        const paths = leavesOf(receipt).filter((path) => COMPUTED.test(path.join(' ')));
        const path = paths[nth % paths.length]!;
        expect(verifyReceipt(sealed(altered(receipt, path, by)))).not.toEqual([]);
      }),
      { numRuns: 600 },
    );
  });
});

describe('the fault is named', () => {
  const receipt = receiptOf(played({ feePercent: 10 }));
  const [first, second, third] = receipt.bets.map(({ id }) => id);
  const withBet = (index: number, more: object) => ({
    ...receipt,
    bets: receipt.bets.map((one, i) => (i === index ? { ...one, ...more } : one)),
  });

  it('a payout: which bet, and the total', () => {
    const wrong = sealed(withBet(0, { payout: 999, received: 999 }));
    expect(faultsOf(wrong)).toEqual([`bet ${first} payout`, `bet ${first} received`, 'totals house']);
    expect(verifyReceipt(wrong)[0]).toMatchObject({ expected: 136, found: 999 });
    expect(faultsOf({ ...wrong, hash: receipt.hash })[0]).toBe('receipt hash');
  });

  it('a stake, which changes every payout', () => {
    const { legs } = receipt.bets[2]!;
    const faults = faultsOf(sealed(withBet(2, { legs: [{ ...legs[0]!, stake: 61 }] })));
    expect(faults).toEqual(expect.arrayContaining([`bet ${third} stake`, `bet ${first} share`, 'totals staked']));
  });

  it('a bet that is duplicated or missing', () => {
    expect(faultsOf(sealed({ ...receipt, bets: [...receipt.bets, receipt.bets[2]!] }))).toContain(`bet ${third} id`);
    expect(faultsOf(sealed({ ...receipt, bets: receipt.bets.slice(0, 2) }))).toEqual(
      expect.arrayContaining(['totals staked', 'totals participants']),
    );
  });

  it('the score: by its hash and, if the winner changes, by everything', () => {
    const facts = { ...receipt.facts!, score: [2, 2] as [number, number] };
    expect(faultsOf({ ...receipt, facts })).toEqual(
      expect.arrayContaining(['receipt hash', 'facts facts_hash', 'contest winner', `bet ${first} state`]),
    );
    expect(faultsOf(sealed({ ...receipt, facts }))).toEqual(expect.arrayContaining(['contest winner', `bet ${second} payout`]));
  });

  it('the odds of a winner', () => {
    const fixed = receiptOf(played({ market: '1x2', bets: [bet(1, 'home', 100, 233), bet(2, 'away', 20, 400)] }));
    const [winner, loser] = fixed.bets;
    const bets = [{ ...winner!, legs: [{ ...winner!.legs[0]!, odds: 2.34 }] }, loser!];
    expect(faultsOf(sealed({ ...fixed, bets }))).toEqual([`bet ${winner!.id} payout`, `bet ${winner!.id} received`, 'totals payouts']);
  });

  it('the order of bets, if it decides who gets the leftover point', () => {
    const three = [bet(1, 'home', 10, null, -3), bet(2, 'home', 10, null, -2), bet(3, 'home', 10, null, -1), bet(4, 'away', 10)];
    const tied = receiptOf(played({ bets: three }));
    expect(tied.bets.map(({ payout }) => payout)).toEqual([14, 13, 13, 0]);
    const [a, b, ...rest] = tied.bets;
    const swapped = sealed({ ...tied, bets: [{ ...a!, placed_at: b!.placed_at }, { ...b!, placed_at: a!.placed_at }, ...rest] });
    expect(faultsOf(swapped)).toEqual(expect.arrayContaining([`bet ${a!.id} payout`, `bet ${b!.id} payout`]));
  });

  it('a stake placed too late by the true kick-off', () => {
    const late = receiptOf(
      played({ results: [{ score: [2, 1], startedAt: at(0) }], bets: [bet(1, 'home', 100), bet(2, 'away', 60, null, 1)] }),
    );
    expect(late.bets[1]).toMatchObject({ state: 'refunded', refund: 60 });
    const [first, second] = late.bets;
    const early = { ...second!, legs: [{ ...second!.legs[0]!, placed_at: at(-1).toISOString() }] };
    expect(faultsOf(sealed({ ...late, bets: [first!, early] }))).toEqual(
      expect.arrayContaining([`bet ${second!.id} state`, `bet ${second!.id} legs`]),
    );
  });

  it('more kept by a player than the house says it bore', () => {
    const results: Played['results'] = [
      { score: [2, 1], startedAt: null },
      { score: [0, 1], startedAt: null },
    ];
    const poor = receiptOf(played({ results, balance: 0 }));
    expect(poor.corrections[0]!.house_loss).toBe(210);
    expect(verifyReceipt(poor)).toEqual([]);
    const corrections = [{ ...poor.corrections[0]!, house_loss: 209 }];
    expect(faultsOf(sealed({ ...poor, corrections }))).toEqual(['correction 1 house_loss']);
  });

  it.each([
    ['a contest that runs', { ...receipt, contest: { ...receipt.contest, state: 'open' as const } }, 'contest state'],
    ['facts that nobody kept', { ...receipt, facts: null, facts_hash: null }, 'receipt facts'],
    ['other rules', { ...receipt, rules: { ...receipt.rules, version: 2 } }, 'receipt version'],
    ['another format', { ...receipt, format: 'x' as typeof receipt.format }, 'receipt format'],
    ['a settlement without a score', { ...receipt, facts: { ...receipt.facts!, score: null } }, 'facts score'],
    ['a stake that is none', withBet(0, { legs: [{ ...receipt.bets[0]!.legs[0]!, stake: '100' }] }), `bet ${first} legs`],
    ['a time that is none', withBet(0, { legs: [{ ...receipt.bets[0]!.legs[0]!, placed_at: 'noon' }] }), `bet ${first} legs`],
  ])('%s cannot be checked', (_, wrong, expected) => {
    expect(faultsOf(wrong)).toEqual([expected]);
  });
});
