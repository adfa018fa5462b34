import { expect, it } from 'vitest';
import { readTxHash, withdrawalStage } from './withdrawal.ts';

const HASH = 'ab12'.repeat(16);

it.each<[string, string | null]>([
  [HASH, HASH],
  [HASH.toUpperCase(), HASH],
  [` 0x${HASH}\n`, HASH],
  [`0X${HASH}`, HASH],
  [HASH.slice(1), null],
  [`${HASH}0`, null],
  [`0x0x${HASH}`, null],
  [HASH.replace('a', 'g'), null],
  ['', null],
])('reads %j as a transaction: %j', (typed, hash) => {
  expect(readTxHash(typed)).toBe(hash);
});

it('tells approved and paid apart', () => {
  expect(withdrawalStage({ status: 'pending', txHash: null })).toBe('in_review');
  expect(withdrawalStage({ status: 'approved', txHash: null })).toBe('being_sent');
  expect(withdrawalStage({ status: 'approved', txHash: HASH })).toBe('sent');
  // A payout that failed after it was sent has its transaction still.
  expect(withdrawalStage({ status: 'rejected', txHash: HASH })).toBe('rejected');
});
