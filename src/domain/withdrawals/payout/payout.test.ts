import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { USDT_CONTRACT, walletAddress } from '#domain/withdrawals/wallet.ts';
import { agreedSighting, isUpToDate, judgePayout, judgeTransaction, type Sighting, unitsText, usdtUnits } from './payout.ts';
import type { TokenTransfer, TransactionFacts } from './tron-transaction.ts';

const address = (digit: number) => walletAddress(new Uint8Array(20).fill(digit));
const [TREASURY, WALLET, OTHER, FAKE_USDT] = [1, 2, 3, 4].map(address) as [string, string, string, string];
const APPROVED = Date.parse('2026-11-20T12:00:00Z');
const EXPECTED = { treasury: TREASURY, wallet: WALLET, amount: 12_000_000n, approvedAtMs: APPROVED };

const transfer = (rest: Partial<TokenTransfer> = {}): TokenTransfer => ({
  ...{ logIndex: 0, token: USDT_CONTRACT, from: TREASURY, to: WALLET, amount: 12_000_000n },
  ...rest,
});
const facts = (transfers: TokenTransfer[] = [transfer()], rest: Partial<TransactionFacts> = {}): TransactionFacts => ({
  ...{ hash: 'ab'.repeat(32), blockNumber: 9, blockAtMs: APPROVED + 60_000, failure: null, transfers },
  ...rest,
});

describe('a final transaction', () => {
  it('pays by exactly one transfer of exactly the amount', () => {
    expect(judgeTransaction(facts(), EXPECTED)).toEqual({ state: 'confirmed', logIndex: 0 });
  });

  it('may pay others too', () => {
    const several = [transfer({ to: OTHER, amount: 1n }), transfer({ logIndex: 1 }), transfer({ logIndex: 2, from: OTHER, amount: 5n })];
    expect(judgeTransaction(facts(several), EXPECTED)).toEqual({ state: 'confirmed', logIndex: 1 });
  });

  it.each([
    ['no_transfer', []],
    ['token', [transfer({ token: FAKE_USDT })]],
    ['sender', [transfer({ from: OTHER })]],
    ['wallet', [transfer({ to: OTHER })]],
    ['wallet', [transfer({ to: OTHER }), transfer({ logIndex: 1, from: OTHER })]],
    ['amount', [transfer({ amount: 11_999_999n })]],
    ['amount', [transfer({ amount: 12_000_001n })]],
    ['amount', [transfer({ amount: 0n })]],
    ['several', [transfer(), transfer({ logIndex: 1 })]],
    ['several', [transfer({ amount: 6_000_000n }), transfer({ logIndex: 1, amount: 6_000_000n })]],
  ] as const)('does not match because of %s', (fault, transfers) => {
    expect(judgeTransaction(facts([...transfers]), EXPECTED)).toEqual({ state: 'mismatch', fault });
  });

  it('does not match from before the approval, by a millisecond', () => {
    expect(judgeTransaction(facts(undefined, { blockAtMs: APPROVED - 1 }), EXPECTED)).toEqual({
      state: 'mismatch',
      fault: 'before_approval',
    });
    expect(judgeTransaction(facts(undefined, { blockAtMs: APPROVED }), EXPECTED).state).toBe('confirmed');
  });

  it('has failed if the chain says so', () => {
    expect(judgeTransaction(facts([], { failure: 'REVERT' }), EXPECTED)).toEqual({ state: 'failed', failure: 'REVERT' });
  });

  it('pays only if a transfer of this amount goes from the treasury to the wallet, whatever else it moves', () => {
    const any = fc.record({
      token: fc.constantFrom(USDT_CONTRACT, FAKE_USDT),
      from: fc.constantFrom(TREASURY, OTHER),
      to: fc.constantFrom(WALLET, OTHER),
      amount: fc.constantFrom(0n, 11_999_999n, 12_000_000n, 12_000_001n),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 5 }), (moved) => {
        const transfers = moved.map((one, logIndex) => ({ ...one, logIndex }));
        const ours = transfers.filter(({ token, from, to }) => token === USDT_CONTRACT && from === TREASURY && to === WALLET);
        const pays = ours.length === 1 && ours[0]!.amount === 12_000_000n;
        expect(judgeTransaction(facts(transfers), EXPECTED).state === 'confirmed').toBe(pays);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('nodes', () => {
  const solid: Sighting = { kind: 'solid', facts: facts() };
  const away: Sighting = { kind: 'unknown', problem: 'away' };
  const [absent, onChain]: Sighting[] = [{ kind: 'absent' }, { kind: 'on_chain' }];
  const disagree = { kind: 'unknown', problem: 'disagree' };

  it('agree if they say the same', () => {
    for (const one of [solid, absent!, onChain!]) {
      expect(agreedSighting([one])).toEqual(one);
      expect(agreedSighting([one, structuredClone(one)])).toEqual(one);
    }
  });

  it('may learn of the end of a block at different times', () => {
    expect(agreedSighting([solid, onChain!])).toEqual(onChain);
    expect(agreedSighting([onChain!, solid])).toEqual(onChain);
  });

  it('disagree about what exists, and about any fact', () => {
    expect(agreedSighting([solid, absent!])).toEqual(disagree);
    expect(agreedSighting([absent!, onChain!])).toEqual(disagree);
    const others = [
      facts([transfer({ amount: 1n })]),
      facts([transfer({ to: OTHER })]),
      facts([]),
      facts(undefined, { blockNumber: 10 }),
      facts(undefined, { blockAtMs: 1 }),
      facts([], { failure: 'REVERT' }),
    ];
    for (const other of others) expect(agreedSighting([solid, { kind: 'solid', facts: other }])).toEqual(disagree);
  });

  it('decide nothing if one of them says nothing', () => {
    for (const one of [solid, absent!, onChain!, away]) {
      expect(agreedSighting([one, away])).toEqual(away);
      expect(agreedSighting([away, one])).toEqual(away);
    }
    expect(judgePayout(away, EXPECTED, { recordedAtMs: 0, nowMs: APPROVED })).toBeNull();
  });

  it('know a transaction that is not there yet as being sent, and as not found after a day', () => {
    const after = (ms: number) => judgePayout(absent!, EXPECTED, { recordedAtMs: APPROVED, nowMs: APPROVED + ms });
    expect(after(86_399_999)).toEqual({ state: 'sending' });
    expect(after(86_400_000)).toEqual({ state: 'mismatch', fault: 'not_on_chain' });
    expect(judgePayout(onChain!, EXPECTED, { recordedAtMs: 0, nowMs: APPROVED })).toEqual({ state: 'on_chain' });
    expect(judgePayout(solid, EXPECTED, { recordedAtMs: 0, nowMs: APPROVED })).toEqual({ state: 'confirmed', logIndex: 0 });
  });

  it('are up to date within five minutes of their newest final block', () => {
    expect([0, 299_999, 300_000, 300_001, -300_001].map((age) => isUpToDate(APPROVED - age, APPROVED))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});

it('an amount is read exactly', () => {
  expect(usdtUnits('12.00')).toBe(12_000_000n);
  expect(usdtUnits('0.000001')).toBe(1n);
  expect(usdtUnits('99999999999999999.99')).toBe(99_999_999_999_999_999_990_000n);
  for (const text of ['', '1.', '.5', '-1', '1e3', '1.0000001', '1,5']) expect(() => usdtUnits(text)).toThrow(RangeError);
});

it('an amount is written as it is read', () => {
  expect(unitsText(1n)).toBe('0.000001');
  fc.assert(fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), (units) => usdtUnits(unitsText(units)) === units));
});
