import { expect, it } from 'vitest';
import { freezeReason, ownerStage, readTxHash, withdrawalStage } from './withdrawal.ts';

const HASH = '5f3a9c0e71b24d86f0e2a7c45b91d3680c7ef4a219b85d36e04f17ac92d8b653';

it.each<[string, string | null]>([
  [HASH, HASH],
  [HASH.toUpperCase(), HASH],
  [` 0x${HASH}\n`, HASH],
  [`0X${HASH}`, HASH],
  [HASH.slice(1), null],
  [`${HASH}0`, null],
  [`0x0x${HASH}`, null],
  [HASH.replace('a', 'g'), null],
  // Not a real hash, but typed by hand.
  ['0'.repeat(64), null],
  ['f'.repeat(64), null],
  ['ab'.repeat(32), null],
  ['0123456789abcdef'.repeat(4), null],
  [`${'0'.repeat(63)}1`, null],
  [`${HASH.slice(0, 32)}${HASH.slice(0, 32)}`, null],
  ['1234567'.repeat(10).slice(0, 64), null],
  ['', null],
])('reads %j as a transaction: %j', (typed, hash) => {
  expect(readTxHash(typed)).toBe(hash);
});

it('is sent for its owner once the chain confirms it, or if nobody verifies', () => {
  const of = (payoutState: Parameters<typeof ownerStage>[0]['payoutState']) =>
    ownerStage({ status: 'approved', txHash: HASH, payoutState });
  expect(of(null)).toEqual({ stage: 'sent', payout: 'not_verified' });
  expect(of('confirmed')).toEqual({ stage: 'sent', payout: 'confirmed' });
  expect(of('on_chain')).toEqual({ stage: 'being_sent', payout: 'on_chain' });
  for (const state of ['sending', 'failed', 'mismatch'] as const) expect(of(state)).toEqual({ stage: 'being_sent', payout: 'sending' });
  for (const status of ['pending', 'rejected'] as const)
    expect(ownerStage({ status, txHash: HASH, payoutState: 'confirmed' }).payout).toBeNull();
  expect(ownerStage({ status: 'approved', txHash: null, payoutState: null })).toEqual({ stage: 'being_sent', payout: null });
});

it('tells approved from paid', () => {
  expect(withdrawalStage({ status: 'pending', txHash: null })).toBe('in_review');
  expect(withdrawalStage({ status: 'approved', txHash: null })).toBe('being_sent');
  expect(withdrawalStage({ status: 'approved', txHash: HASH })).toBe('sent');
  // A payout that failed after it was sent still has its transaction.
  expect(withdrawalStage({ status: 'rejected', txHash: HASH })).toBe('rejected');
});

it('freezes what is approved and not sent, while its owner is disabled or payouts are on hold', () => {
  const [now, later] = [new Date('2026-11-20T12:00:00Z'), new Date('2026-11-20T12:00:01Z')];
  const approved = { status: 'approved', txHash: null } as const;
  expect(freezeReason(approved, { status: 'normal', heldUntil: null }, now)).toBeNull();
  expect(freezeReason(approved, { status: 'disabled', heldUntil: later }, now)).toBe('disabled');
  expect(freezeReason(approved, { status: 'normal', heldUntil: later }, now)).toBe('on_hold');
  expect(freezeReason(approved, { status: 'normal', heldUntil: now }, now)).toBeNull();
  expect(freezeReason({ ...approved, txHash: HASH }, { status: 'disabled', heldUntil: later }, now)).toBeNull();
  expect(freezeReason({ ...approved, status: 'pending' }, { status: 'disabled', heldUntil: later }, now)).toBeNull();
});
