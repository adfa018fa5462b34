import { beforeEach, describe, expect, it } from 'vitest';
import { getMeta } from '#contract/meta.ts';
import { adjustTransfer } from '#domain/ledger/ledger.ts';
import { HOUR_MS } from '#domain/time.ts';
import { proveLedger } from '#server/modules/ledger/ledger-proof.ts';
import { postTransfers } from '#server/modules/ledger/points.ts';
import { transact } from '#server/platform/transact.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createUser, givePoints, type TestUser } from '#test/support/factories.ts';
import { stakeOn, tellMatch, waitUntil } from '#test/support/match-course.ts';
import { createRedeemer } from '#test/support/redeemer.ts';
import { createRing, openMatch, playMatch, playPool, redeemableOf } from './ring.ts';

/** With required play-through, only play with real risk clears granted points (docs/withdrawals.md). */

const test = useTestApp({ REDEEM_PLAYTHROUGH: 'on' });

beforeEach(() => test.current.clock.set(TEST_NOW));

describe('granted points', () => {
  it('are not cleared by an inviter who is alone in a pool, however often', async () => {
    const app = test.current;
    const inviter = await createRedeemer(app, 1_010);
    for (let i = 0; i < 3; i++) await playPool(app, [{ by: inviter, pick: 'home', points: 1_010 }]);
    expect(await redeemableOf(app, inviter)).toMatchObject({
      ...{ balance: 1_010, to_be_played: 1_010, redeemable: 0, max: 0, bound: 'not_redeemable' },
      refusal: { code: 'not_redeemable' },
    });
    expect((await callApp(app.app, getMeta, {})).reply.play_through).toBe(true);
  });

  it('are cleared by what a stranger could win, and no more', async () => {
    const app = test.current;
    const [user, stranger] = [await createRedeemer(app, 1_010), await createUser(app, 1_000)];
    await playPool(app, [
      { by: user, pick: 'home', points: 1_000 },
      { by: stranger, pick: 'away', points: 40 },
    ]);
    expect(await redeemableOf(app, user)).toMatchObject({ balance: 1_050, to_be_played: 970, redeemable: 80 });
  });

  it('do not become free by being lost to a friend, over any number of pools', async () => {
    const app = test.current;
    const ring = await createRing(app, 4);
    const [collector, ...others] = ring as [TestUser, ...TestUser[]];
    // Each loses to the next, and the last one to the collector.
    const ladder = [...others, collector];
    for (let i = 0; i + 1 < ladder.length; i++) {
      const [loser, winner] = [ladder[i]!, ladder[i + 1]!];
      const { balance } = await redeemableOf(app, loser);
      await playPool(app, [
        { by: winner, pick: 'home', points: 10 },
        { by: loser, pick: 'away', points: balance },
      ]);
    }
    expect(await redeemableOf(app, collector)).toMatchObject({ balance: 5_000, to_be_played: 5_000, redeemable: 0 });
    expect(await redeemableOf(app, others[0]!)).toMatchObject({ balance: 0, to_be_played: 0 });
  });

  it('are not cleared by play before the grant', async () => {
    const app = test.current;
    const [user, stranger] = [await createRedeemer(app, 1_000), await createUser(app, 5_000)];
    for (let i = 0; i < 2; i++) {
      await playPool(app, [
        { by: user, pick: 'home', points: 1_000 },
        { by: stranger, pick: 'away', points: 1_000 },
      ]);
    }
    expect(await redeemableOf(app, user)).toMatchObject({ balance: 3_000, to_be_played: 0, redeemable: 3_000 });
    app.clock.advance(HOUR_MS);
    await givePoints(app.deps.db, user.id, 1_000, app.clock.now());
    expect(await redeemableOf(app, user)).toMatchObject({ balance: 4_000, to_be_played: 1_000, redeemable: 3_000 });
  });

  it('are not required again from who lost them or had them removed by an operator', async () => {
    const app = test.current;
    const [user, stranger] = [await createRedeemer(app, 1_000), await createUser(app, 5_000)];
    await playPool(
      app,
      [
        { by: user, pick: 'home', points: 600 },
        { by: stranger, pick: 'away', points: 10 },
      ],
      [0, 1],
    );
    // 400 are left, though only 10 were at risk.
    expect(await redeemableOf(app, user)).toMatchObject({ balance: 400, to_be_played: 400 });
    await transact(app.deps, (db) => postTransfers(db, [adjustTransfer('taken', user.id, -400, 'admin_adjust', null)], app.clock.now()));
    expect(await redeemableOf(app, user)).toMatchObject({ balance: 0, to_be_played: 0 });
    expect((await proveLedger(app.deps.db)).proven).toBe(true);
  });

  it('have to be played again when a correction refunds the bet that cleared them', async () => {
    const app = test.current;
    const [user, stranger] = [await createRedeemer(app, 1_000), await createUser(app, 1_000)];
    const matchId = await openMatch(app);
    await stakeOn(app, matchId, 'wdl', 'home', 1_000, user);
    await stakeOn(app, matchId, 'wdl', 'away', 1_000, stranger);
    // An open bet does not count yet.
    expect(await redeemableOf(app, user)).toMatchObject({ balance: 0, to_be_played: 1_000 });
    await playMatch(app, matchId, [1, 0]);
    expect(await redeemableOf(app, user)).toMatchObject({ balance: 2_000, to_be_played: 0, redeemable: 2_000 });
    await tellMatch(app, matchId, 'ft', [1, 1]);
    await waitUntil(app, new Date(app.clock.now().getTime() + HOUR_MS));
    expect(await redeemableOf(app, user)).toMatchObject({ balance: 1_000, to_be_played: 1_000, redeemable: 0 });
  });
});
