import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '#domain/time.ts';
import { usdtUnits } from '#domain/withdrawals/payout/payout.ts';
import { usdtOf } from '#domain/withdrawals/payout-text.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { createFakeChain } from '#test/chain/fake-chain.ts';
import { startFakeNode } from '#test/chain/fake-node.ts';
import { minutesOf } from '#test/provider-day/day.ts';
import { startFollowedSite } from '#test/provider-day/followed-site.ts';
import { createAdmin, signInAdmin } from '#test/support/admins.ts';
import { createUser } from '#test/support/factories.ts';
import { obeyParent } from '#test/support/site-child.ts';
import { freshWallet } from '#test/support/wallets.ts';
import { createKnownRedeemer, createWithdrawal, txHashOf } from '#test/support/withdrawals.ts';
import type { Ask, Asker, Begun } from './operations-site.ts';

/** The process of the site of an operations day: the parent moves its clock and pays from its treasury. */

let now = () => new Date();
const chain = createFakeChain(() => now());
const nodes = [await startFakeNode(chain), await startFakeNode(chain)];
const treasury = freshWallet();
// Pages judge the tokens that they are given by the browser's clock, so the day begins now.
const site = await startFollowedSite(
  minutesOf(new Date()),
  {},
  { TRON_API_URL: nodes.map(({ url }) => url).join(','), TREASURY_WALLET: treasury },
);
const { deps } = site;
now = deps.now;
chain.balances.set(treasury, 1_000_000_000n);
chain.accounts.set(treasury, { trx: 900_000_000, energy: 130_000, bandwidth: 600 });

/** Ways to sign in, by who does. */
const doors = new Map<string, () => Promise<string>>();

async function admin(who: string, role: 'reviewer' | 'finance'): Promise<string> {
  const created = await createAdmin(site, role);
  doors.set(who, () => signInAdmin(site, created));
  return created.email;
}

async function asker(who: string, { name, points, minutesAgo }: { name: string; points: number; minutesAgo: number }): Promise<Asker> {
  const user = await createKnownRedeemer(site);
  doors.set(who, () => signAccessToken(deps.serverKeys, user, now()));
  await deps.db.updateTable('users').set({ display_name: name }).where('id', '=', user.id).execute();
  // What was paid before the treasury was watched.
  await deps.db
    .updateTable('withdrawals')
    .set({ tx_hash: txHashOf(user.id), sent_at: now() })
    .where('user_id', '=', user.id)
    .execute();
  const withdrawalId = await createWithdrawal(site, user, { points, at: new Date(now().getTime() - minutesAgo * MINUTE_MS) });
  return { id: user.id, wallet: user.wallet, name, usdt: usdtOf(points), withdrawalId };
}

/** Makes two more accounts of the same browser. */
async function ringAround({ id }: Asker): Promise<void> {
  const accounts = [id, (await createUser(site)).id, (await createUser(site)).id];
  await deps.db.updateTable('users').set({ registration_device_id: randomUUID() }).where('id', 'in', accounts).execute();
}

async function begin(): Promise<Begun> {
  const askers = {
    anna: await asker('anna', { name: 'Anna Halvorsen', points: 12_000, minutesAgo: 300 }),
    ben: await asker('ben', { name: 'Ben Okafor', points: 9_000, minutesAgo: 200 }),
    rita: await asker('rita', { name: 'Rita Moreau', points: 8_000, minutesAgo: 100 }),
  };
  await ringAround(askers.rita);
  const admins = {
    reviewer: await admin('reviewer', 'reviewer'),
    finance: await admin('finance', 'finance'),
    secondFinance: await admin('secondFinance', 'finance'),
    auditor: await admin('auditor', 'finance'),
  };
  return { url: site.url, admins, askers };
}

let payments = 0;

async function obey(ask: Ask): Promise<unknown> {
  if (ask.kind === 'pass') return site.goTo(minutesOf(now()) + ask.minutes);
  if (ask.kind === 'signIn') return doors.get(ask.who)!();
  if (ask.kind === 'finalise') return chain.finalise(ask.hash);
  const hash = txHashOf(`payment ${++payments}`);
  const transfers = [{ from: treasury, to: ask.wallet, amount: usdtUnits(ask.usdt) }];
  chain.mine({ hash, atMs: now().getTime(), transfers });
  if (ask.isFinal) chain.finalise(hash);
  return hash;
}

async function stop(): Promise<void> {
  await site.stop();
  await Promise.all(nodes.map((node) => node.close()));
}

obeyParent<Ask>(await begin(), obey, stop);
