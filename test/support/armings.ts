import { randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { getOverview } from '#contract/account.ts';
import { notMe, refresh, sendEmailCode, verifyEmail } from '#contract/auth.ts';
import { excludeSelf, setLimit } from '#contract/play-limits.ts';
import { ownProfile } from '#contract/v1/me.ts';
import { apiKeyOf, hintOf } from '#domain/identity/api-key.ts';
import { redeemTransfer } from '#domain/ledger/ledger.ts';
import { warn } from '#server/modules/identity/security/warnings.ts';
import { postTransfers } from '#server/modules/ledger/points.ts';
import { hashOfApiKey } from '#server/platform/http/api-access.ts';
import { transact } from '#server/platform/transact.ts';
import { callApp, type TestApp } from './app.ts';
import { givePoints } from './factories.ts';
import { takeCode, takeMessages } from './messages.ts';
import { freshEmail, signUp } from './sign-in.ts';
import { type Visitor, visitor } from './visitor.ts';
import { freshWallet } from './wallets.ts';

/*
 * What a stranger could set up in an account with somebody else's address before addresses had to be confirmed first. Writes rows where
 * requests are refused now.
 */

/** A user who has registered an unconfirmed address, in their own browser. */
export interface Registrant {
  id: string;
  email: string;
  token: string;
  browser: Visitor;
}

export async function register(site: TestApp, email = freshEmail()): Promise<Registrant> {
  const browser = visitor(site.app);
  const answer = await signUp(site, { email });
  browser.jar.take(answer.headers);
  await site.deps.db.deleteFrom('messages').execute();
  await site.deps.db.deleteFrom('rate_limits').execute();
  return { id: answer.reply.user.id, email, token: answer.reply.access, browser };
}

export const userRow = (site: TestApp, id: string) =>
  site.deps.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
export const stepUpEverywhere = (site: TestApp, id: string) =>
  site.deps.db.updateTable('sessions').set({ stepped_up_at: site.deps.now() }).where('user_id', '=', id).execute();

type Owned = 'recovery_codes' | 'push_devices' | 'telegram_bind_tokens' | 'past_wallets' | 'play_limits';
const countOf = async (site: TestApp, table: Owned, id: string) =>
  (await site.deps.db.selectFrom(table).selectAll().where('user_id', '=', id).execute()).length;
const update = (site: TestApp, id: string, values: Record<string, unknown>) =>
  site.deps.db.updateTable('users').set(values).where('id', '=', id).execute();
const sessionOf = async (site: TestApp, id: string) =>
  (await site.deps.db.selectFrom('sessions').select('id').where('user_id', '=', id).executeTakeFirstOrThrow()).id;
const pointsOf = async (site: TestApp, id: string) => {
  const rows = await site.deps.db.selectFrom('accounts').select(['kind', 'balance']).where('owner', '=', id).execute();
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]));
};

/** A way to arm an account, and whether any of it still has an effect. */
export interface Arming {
  arm: (site: TestApp, attacker: Registrant) => Promise<unknown>;
  isArmed: (site: TestApp, attacker: Registrant) => Promise<boolean>;
}

const link =
  (type: 'google' | 'telegram') =>
  async (site: TestApp, { id }: Registrant) => {
    const [now, subject] = [site.deps.now(), `${type} ${randomUUID()}`];
    const row = { id: randomUUID(), user_id: id, type, subject, identifier: 'x', reachable: true, created_at: now, verified_at: now };
    await site.deps.db.insertInto('linked_accounts').values(row).execute();
  };
const hasLinks = async (site: TestApp, { id }: Registrant) =>
  (await site.deps.db.selectFrom('linked_accounts').select('id').where('user_id', '=', id).where('identifier', '=', 'x').execute()).length >
  0;

let phones = 0;
const keysOf = new Map<string, string>();
const notMeLinks = new Map<string, string>();

export const ARMINGS: Record<string, Arming> = {
  'a session': {
    arm: async () => {},
    isArmed: async (site, { browser, token }) =>
      Boolean((await browser.call(refresh, {})).reply.access) || (await callApp(site.app, getOverview, {}, { token })).status === 200,
  },
  'a Google account': { arm: link('google'), isArmed: hasLinks },
  'a Telegram account': { arm: link('telegram'), isArmed: hasLinks },
  'a Telegram token': {
    arm: async (site, { id }) => {
      const [now, expires_at] = [site.deps.now(), new Date(site.deps.now().getTime() + 600_000)];
      const row = {
        token_hash: Buffer.alloc(32, ++phones),
        user_id: id,
        session_id: await sessionOf(site, id),
        created_at: now,
        expires_at,
      };
      await site.deps.db.insertInto('telegram_bind_tokens').values(row).execute();
    },
    isArmed: async (site, { id }) => (await countOf(site, 'telegram_bind_tokens', id)) > 0,
  },
  'an authenticator and recovery codes': {
    arm: async (site, { id }) => {
      await update(site, id, { totp_secret: Buffer.alloc(40), totp_enabled_at: site.deps.now(), totp_next_secret: Buffer.alloc(40) });
      await site.deps.db
        .insertInto('recovery_codes')
        .values({ user_id: id, code_hash: Buffer.alloc(32) })
        .execute();
    },
    isArmed: async (site, { id }) => {
      const { totp_secret, totp_next_secret, totp_enabled_at } = await userRow(site, id);
      return (
        totp_secret !== null || totp_next_secret !== null || totp_enabled_at !== null || (await countOf(site, 'recovery_codes', id)) > 0
      );
    },
  },
  'a wallet, and one before': {
    arm: async (site, { id }) => {
      for (const wallet_address of [freshWallet(), freshWallet()]) await update(site, id, { wallet_address });
    },
    isArmed: async (site, { id }) => (await userRow(site, id)).wallet_address !== null || (await countOf(site, 'past_wallets', id)) > 0,
  },
  'a phone': {
    arm: (site, { id }) => update(site, id, { phone: `+849000${10_000 + ++phones}`, phone_verified_at: site.deps.now() }),
    isArmed: async (site, { id }) => (await userRow(site, id)).phone !== null,
  },
  'a push device': {
    arm: async (site, { id }) => {
      const row = { id: randomUUID(), user_id: id, session_id: await sessionOf(site, id), endpoint: `https://push.example/${id}` };
      const keys = { p256dh: 'x', auth: 'x', vapid_public_key: 'x' };
      await site.deps.db
        .insertInto('push_devices')
        .values({ ...row, ...keys, created_at: site.deps.now() })
        .execute();
    },
    isArmed: async (site, { id }) => (await countOf(site, 'push_devices', id)) > 0,
  },
  'an API key': {
    arm: async (site, { id }) => {
      const [key, at] = [apiKeyOf(randomBytes(32).toString('base64url')), site.deps.now()];
      const row = { id: randomUUID(), user_id: id, name: 'x', hint: hintOf(key), key_hash: hashOfApiKey(key), scopes: ['me:read'] };
      await site.deps.db
        .insertInto('api_keys')
        .values({ ...row, created_at: at })
        .execute();
      // It is used, so that it is known when it is revoked.
      keysOf.set(id, key);
      expect((await callApp(site.app, ownProfile, {}, { token: key })).status).toBe(200);
    },
    isArmed: async (site, { id }) => (await callApp(site.app, ownProfile, {}, { token: keysOf.get(id)! })).status === 200,
  },
  'a wish to leave': {
    arm: (site, { id }) => update(site, id, { deletion_due_at: new Date(site.deps.now().getTime() + 7 * 86_400_000) }),
    isArmed: async (site, { id }) => (await userRow(site, id)).deletion_due_at !== null,
  },
  'a request for a payout': {
    arm: async (site, { id }) => {
      await givePoints(site.deps.db, id, 5_000, site.deps.now());
      const row = {
        id: randomUUID(),
        user_id: id,
        points: 2_000,
        amount: '2.00',
        contact_channel: 'telegram',
        contact: 'x',
        wallet_address: freshWallet(),
      };
      await transact(site.deps, async (db) => {
        await db
          .insertInto('withdrawals')
          .values({ ...row, wallet_since: site.deps.now(), created_at: site.deps.now() })
          .execute();
        await postTransfers(db, [redeemTransfer(row.id, id, 2_000)], site.deps.now());
      });
    },
    isArmed: async (site, { id }) => {
      const { held, balance } = await pointsOf(site, id);
      return held !== 0 || balance !== 5_000;
    },
  },
  "a warning's link": {
    arm: async (site, { id }) => {
      await link('telegram')(site, { id } as Registrant);
      const user = await userRow(site, id);
      await transact(site.deps, (db) => warn(site.deps, db, user, 'wallet_changed', { ip: '', userAgent: null, origin: null, host: null }));
      const sent = (await takeMessages(site)).find(({ to }) => to.startsWith('telegram'))!;
      notMeLinks.set(id, (sent.content as { link: string }).link.split('#')[1]!);
    },
    isArmed: async (site, { id }) => (await callApp(site.app, notMe, { token: notMeLinks.get(id)! })).status === 200,
  },
  'a code for their own address': {
    arm: async (site, { id, token }) => {
      await stepUpEverywhere(site, id);
      const email = `attacker.${id}@example.com`;
      expect((await callApp(site.app, sendEmailCode, { email }, { token })).status).toBe(200);
      notMeLinks.set(id, await takeCode(site, email));
    },
    isArmed: async (site, { id, token }) => {
      await site.deps.db.updateTable('sessions').set({ stepped_up_at: site.deps.now() }).where('user_id', '=', id).execute();
      const answer = await callApp(site.app, verifyEmail, { email: `attacker.${id}@example.com`, code: notMeLinks.get(id)! }, { token });
      return answer.status === 200;
    },
  },
};

/** Restrictions on play; they remain where they may be the owner's own. */
export const CARE: Record<string, Arming> = {
  'a self-exclusion of five years': {
    arm: async (site, { token }) =>
      expect((await callApp(site.app, excludeSelf, { kind: 'self_exclusion', months: 60 }, { token })).status).toBe(200),
    isArmed: async (site, { id }) =>
      (await site.deps.db.selectFrom('exclusions').select('id').where('user_id', '=', id).where('until', '>', site.deps.now()).execute())
        .length > 0,
  },
  'a limit': {
    arm: async (site, { token }) =>
      expect((await callApp(site.app, setLimit, { kind: 'stake', period: 'month', amount: 1 }, { token })).status).toBe(200),
    isArmed: async (site, { id }) => (await countOf(site, 'play_limits', id)) > 0,
  },
};
