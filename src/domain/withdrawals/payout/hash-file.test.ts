import { describe, expect, it } from 'vitest';
import { type BatchPayout, type HashRow, payoutOf } from './hash-file.ts';

const HASH = 'a'.repeat(64);
const WALLET = 'TXd9duqtcyyj4pBCKvXKNqmazxxDw5SdBa';
const row = (values: Partial<HashRow>): HashRow => ({ line: 2, reference: null, wallet: null, amount: null, hash: HASH, ...values });

describe('the payout of a row', () => {
  const payout = (id: string, values: Partial<BatchPayout> = {}): BatchPayout => ({
    ...{ id, wallet: WALLET, amount: 12_000_000n, hash: null },
    ...values,
  });
  const [a, b, c] = [payout('a'), payout('b', { amount: 13_000_000n }), payout('c', { wallet: 'TOther' })];

  it('is the one that the reference names', () => {
    expect(payoutOf(row({ reference: 'b' }), [a, b, c])).toBe(b);
    expect(payoutOf(row({ reference: 'x' }), [a, b, c])).toBe('unknown');
  });

  it('is none if wallet or amount are others than those of the reference', () => {
    expect(payoutOf(row({ reference: 'a', wallet: 'TOther' }), [a, b, c])).toBe('contradiction');
    expect(payoutOf(row({ reference: 'a', amount: 11_999_999n }), [a, b, c])).toBe('contradiction');
    expect(payoutOf(row({ reference: 'a', wallet: WALLET, amount: 12_000_000n }), [a, b, c])).toBe(a);
  });

  it('is the only one with this wallet and amount, and is not guessed', () => {
    const wish = row({ wallet: WALLET, amount: 12_000_000n });
    expect(payoutOf(wish, [a, b, c])).toBe(a);
    expect(payoutOf(wish, [a, b, payout('d')])).toBe('ambiguous');
    expect(payoutOf(wish, [payout('d', { hash: 'b'.repeat(64) }), a])).toBe('ambiguous');
    expect(payoutOf(wish, [b, c])).toBe('unknown');
    expect(payoutOf(row({ wallet: WALLET, amount: 12_000_001n }), [a])).toBe('unknown');
  });

  it('is the one that this transaction is recorded for', () => {
    const recorded = payout('d', { hash: HASH });
    expect(payoutOf(row({ wallet: WALLET, amount: 12_000_000n }), [a, recorded])).toBe(recorded);
  });

  it('is no payout whose wallet was erased', () => {
    expect(payoutOf(row({ wallet: WALLET, amount: 12_000_000n }), [payout('d', { wallet: null })])).toBe('unknown');
  });
});
