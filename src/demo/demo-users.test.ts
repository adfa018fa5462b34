import { describe, expect, it } from 'vitest';
import { walletFault } from '#domain/withdrawals/wallet.ts';
import { TEST_NOW, useTestApp } from '#test/support/app.ts';
import { ensureDemoUser } from './demo-users.ts';

const test = useTestApp({ FEED: 'demo' });

const demoUser = () =>
  test.current.deps.db.selectFrom('users').selectAll().where('email', '=', 'demo@matchpoint.example').executeTakeFirstOrThrow();

describe('the demo user', () => {
  it('has points and a wallet that allows withdrawals at once', async () => {
    await ensureDemoUser(test.current.deps);
    const { wallet_address, wallet_changed_at, redeem_held_until, id } = await demoUser();
    expect(walletFault(wallet_address!)).toBeNull();
    expect(Date.parse(TEST_NOW) - wallet_changed_at!.getTime()).toBeGreaterThan(7 * 86_400_000);
    expect(redeem_held_until).toBeNull();
    const { balance } = await test.current.deps.db
      .selectFrom('accounts')
      .select('balance')
      .where('owner', '=', id)
      .where('kind', '=', 'balance')
      .executeTakeFirstOrThrow();
    expect(balance).toBe(5_000);
  });

  it('is the same at each start, and a wallet it removed stays removed', async () => {
    const first = await ensureDemoUser(test.current.deps);
    const before = await demoUser();
    expect(await ensureDemoUser(test.current.deps)).toEqual(first);
    expect(await demoUser()).toEqual(before);
    await test.current.deps.db.updateTable('users').set({ wallet_address: null }).where('id', '=', before.id).execute();
    await ensureDemoUser(test.current.deps);
    expect((await demoUser()).wallet_address).toBeNull();
  });
});
