import { beforeEach, expect, it } from 'vitest';
import { MINUTE_MS } from '#domain/time.ts';
import { assessMissing } from '#server/modules/withdrawals/public.ts';
import { TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createRedeemer } from '#test/support/redeemer.ts';
import { createKnownRedeemer, createWithdrawal, eraseWithdrawals } from '#test/support/withdrawals.ts';

const test = useTestApp();
const ago = (ms: number) => new Date(Date.parse(TEST_NOW) - ms);
beforeEach(async () => {
  await eraseWithdrawals(test.current);
  await test.current.deps.db.deleteFrom('withdrawal_evidence').execute();
});
const assess = (mayGoOn?: () => boolean) => assessMissing(test.current.deps, mayGoOn);
const stored = () =>
  test.current.deps.db.selectFrom('withdrawal_evidence').select(['withdrawal_id', 'step', 'flags']).orderBy('at').execute();

it('stores the evidence for requests that wait without any, once', async () => {
  const flagged = await createWithdrawal(test.current, await createRedeemer(test.current, 30_000), {
    points: 21_000,
    at: ago(MINUTE_MS + 2),
  });
  const clean = await createWithdrawal(test.current, await createKnownRedeemer(test.current), { at: ago(MINUTE_MS + 1) });
  expect(await assess()).toBe(2);
  const all = await stored();
  expect(all).toHaveLength(2);
  expect(all).toEqual(
    expect.arrayContaining([
      { withdrawal_id: flagged, step: 'requested', flags: ['unplayed_top_ups'] },
      expect.objectContaining({ withdrawal_id: clean, step: 'requested' }),
    ]),
  );
  expect(await assess()).toBe(0);
});

it('leaves alone a request that may be storing its own, one that has evidence, and one that is decided', async () => {
  const [young, known, decided] = [
    await createRedeemer(test.current),
    await createRedeemer(test.current),
    await createRedeemer(test.current),
  ];
  await createWithdrawal(test.current, young, { at: ago(MINUTE_MS - 1) });
  const hasSome = await createWithdrawal(test.current, known, { at: ago(2 * MINUTE_MS) });
  const rejected = await createWithdrawal(test.current, decided, { at: ago(2 * MINUTE_MS) });
  const { db } = test.current.deps;
  await db
    .insertInto('withdrawal_evidence')
    .values({ withdrawal_id: hasSome, step: 'decided', at: ago(0), flags: [], score: 0, reasons: '[]', accounts: [] })
    .execute();
  await db
    .updateTable('withdrawals')
    .set({ status: 'rejected', decided_at: ago(0), reason_code: 'evidence' })
    .where('id', '=', rejected)
    .execute();
  expect(await assess()).toBe(0);
  expect(await stored()).toHaveLength(1);
});

it('stops when it may not go on, and takes the oldest first', async () => {
  const ids: string[] = [];
  for (const minutes of [3, 2])
    ids.push(await createWithdrawal(test.current, await createRedeemer(test.current), { at: ago(minutes * MINUTE_MS) }));
  let allowed = 1;
  expect(await assess(() => allowed-- > 0)).toBe(1);
  expect((await stored()).map(({ withdrawal_id }) => withdrawal_id)).toEqual([ids[0]]);
});
