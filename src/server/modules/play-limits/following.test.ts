import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { sendEmailCode, verifyEmail } from '#contract/auth.ts';
import { HOUR_MS } from '#domain/time.ts';
import { eraseAccounts } from '#server/modules/account-closure/deletion.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createUser } from '#test/support/factories.ts';
import { takeCode } from '#test/support/messages.ts';
import { givePaidWallet } from '#test/support/paid-wallet.ts';
import { PASSWORD, signIn, signUp } from '#test/support/sign-in.ts';
import { carryExclusions, excludeSelf, exclusionOf, type Trait } from './exclusions.ts';

const NOW = new Date(TEST_NOW);
const SIX_MONTHS = { kind: 'self_exclusion', months: 6 } as const;
const UNTIL = { kind: 'self_exclusion', until: '2027-05-20T12:00:00.000Z' };

const test = useTestApp({ FEED: 'none' });
const db = () => test.current.deps.db;

beforeEach(() => test.current.clock.set(NOW));

const carry = (userId: string, traits: Trait[], deps = test.current.deps) => carryExclusions(deps, deps.db, userId, traits);
const exclude = (userId: string, input: Parameters<typeof excludeSelf>[2] = SIX_MONTHS) =>
  excludeSelf(test.current.deps, { id: userId, sessionId: randomUUID() }, input);
const exclusion = (userId: string) => exclusionOf(db(), userId, test.current.clock.now());

/** Returns the device cookie of a response, by which the browser is recognised. */
const deviceOf = (headers: Headers): string => headers.getSetCookie().flatMap((cookie) => /^device=([\w-]+)/.exec(cookie)?.[1] ?? [])[0]!;
const on = (device: string) => ({ headers: { Cookie: `device=${device}` } });

const update = (userId: string, values: Record<string, unknown>) =>
  db().updateTable('users').set(values).where('id', '=', userId).execute();

let serial = 0;
type ProvenKind = Exclude<Trait['kind'], 'wallet'>;
/** Every trait that carries an exclusion over: a value, and a function that gives it to a user. */
const TRAITS: Record<ProvenKind, () => { value: string; give: (userId: string) => Promise<unknown> }> = {
  email: () => {
    const value = `box${++serial}@example.com`;
    return { value, give: (id) => update(id, { email: value, email_identity: value, email_verified_at: NOW }) };
  },
  phone: () => {
    const value = `+8490000${1_000 + ++serial}`;
    return { value, give: (id) => update(id, { phone: value, phone_verified_at: NOW }) };
  },
  paid_wallet: () => {
    const value = `T${++serial}`.padEnd(34, 'x');
    return { value, give: (id) => givePaidWallet(db(), id, value, NOW) };
  },
  device: () => {
    const value = randomUUID();
    return { value, give: (id) => db().updateTable('sessions').set({ device_id: value }).where('user_id', '=', id).execute() };
  },
  google: () => link('google'),
  telegram: () => link('telegram'),
};

function link(type: 'google' | 'telegram') {
  const value = `${type}-${++serial}`;
  const row = { id: randomUUID(), type, subject: value, identifier: value, created_at: NOW, verified_at: NOW };
  return {
    value,
    give: (user_id: string) =>
      db()
        .insertInto('linked_accounts')
        .values({ ...row, user_id })
        .execute(),
  };
}

const EACH = Object.entries(TRAITS) as [ProvenKind, (typeof TRAITS)['email']][];

describe.each(EACH)('a self-exclusion recognised by %s', (kind, fresh) => {
  it('applies to an account registered while it lasts, with the same end', async () => {
    const { value, give } = fresh();
    const first = await createUser(test.current);
    await give(first.id);
    await exclude(first.id);
    test.current.clock.advance(HOUR_MS);
    const second = await createUser(test.current);
    await carry(second.id, [{ kind, value }]);
    expect(await exclusion(second.id)).toEqual(UNTIL);
    test.current.clock.set(UNTIL.until);
    expect(await exclusion(second.id)).toBeNull();
  });

  it('applies through a trait that was gained after it began', async () => {
    const { value } = fresh();
    const first = await createUser(test.current);
    await exclude(first.id);
    if (kind === 'email') await update(first.id, { email: value, email_identity: value, email_verified_at: NOW });
    await carry(first.id, [{ kind, value }]);
    const second = await createUser(test.current);
    await carry(second.id, [{ kind, value }]);
    expect(await exclusion(second.id)).toEqual(UNTIL);
  });

  it('passes from the second account to a third, through a trait of the second only', async () => {
    const [shared, own] = [fresh(), TRAITS.paid_wallet()];
    const first = await createUser(test.current);
    await shared.give(first.id);
    await exclude(first.id);
    const second = await createUser(test.current);
    await own.give(second.id);
    await carry(second.id, [{ kind, value: shared.value }]);
    const third = await createUser(test.current);
    await carry(third.id, [{ kind: 'wallet', value: own.value }]);
    expect(await exclusion(third.id)).toEqual(UNTIL);
  });

  it('still applies after a key rotation', async () => {
    const { value, give } = fresh();
    const first = await createUser(test.current);
    await give(first.id);
    await exclude(first.id);
    const second = await createUser(test.current);
    const { deps } = test.current;
    await carry(second.id, [{ kind, value }], { ...deps, serverKeys: [new Uint8Array(32).fill(9), ...deps.serverKeys] });
    expect(await exclusion(second.id)).toEqual(UNTIL);
  });

  it('does not apply if it is a time-out, is over, or belongs to another person', async () => {
    const { value, give } = fresh();
    const first = await createUser(test.current);
    await give(first.id);
    await exclude(first.id, { kind: 'time_out', hours: 1_008 });
    const second = await createUser(test.current);
    await carry(second.id, [{ kind, value }]);
    expect(await exclusion(second.id)).toBeNull();

    await exclude(first.id);
    await carry(second.id, [{ kind, value: fresh().value }]);
    expect(await exclusion(second.id)).toBeNull();
    test.current.clock.set(UNTIL.until);
    await carry(second.id, [{ kind, value }]);
    expect(await exclusion(second.id)).toBeNull();
  });
});

describe('a self-exclusion', () => {
  it('stores no trait of its owner in plain text', async () => {
    const first = await createUser(test.current);
    const traits = Object.values(TRAITS).map((fresh) => fresh());
    for (const { give } of traits) await give(first.id);
    await exclude(first.id);
    const { rows } = await sql<{ hash: Buffer }>`
      select hash from exclusion_marks m join exclusions e on e.id = m.exclusion_id where e.user_id = ${first.id}`.execute(db());
    // The wallet that was paid to also counts as one that was entered.
    expect(rows).toHaveLength(traits.length + 1);
    for (const { hash } of rows) expect(hash).toHaveLength(32);
  });

  it('does not shorten a longer one of another account, and extends a shorter one', async () => {
    const [phone, wallet] = [TRAITS.phone(), TRAITS.paid_wallet()];
    const [brief, lasting] = [await createUser(test.current), await createUser(test.current)];
    await phone.give(brief.id);
    await wallet.give(lasting.id);
    await exclude(brief.id);
    await exclude(lasting.id, { kind: 'self_exclusion', months: 12 });
    await carry(lasting.id, [{ kind: 'phone', value: phone.value }]);
    expect((await exclusion(lasting.id))?.until).toBe('2027-11-20T12:00:00.000Z');
    await carry(brief.id, [{ kind: 'wallet', value: wallet.value }]);
    expect((await exclusion(brief.id))?.until).toBe('2027-11-20T12:00:00.000Z');
  });

  it('is not carried over by an unconfirmed address, which anybody can enter', async () => {
    const stranger = await createUser(test.current);
    await exclude(stranger.id);
    const victim = 'victim@example.com';
    await update(stranger.id, { email: victim, email_identity: victim, email_verified_at: null });
    await carry(stranger.id, [{ kind: 'email', value: victim }]);
    const other = await createUser(test.current);
    await carry(other.id, [{ kind: 'email', value: victim }]);
    expect(await exclusion(other.id)).toBeNull();
  });

  it('does not apply to an older account on the same device, which a household may share', async () => {
    const partner = await createUser(test.current);
    test.current.clock.advance(HOUR_MS);
    const { value, give } = TRAITS.device();
    const first = await createUser(test.current);
    await give(first.id);
    await exclude(first.id);
    await carry(partner.id, [{ kind: 'device', value }]);
    expect(await exclusion(partner.id)).toBeNull();
  });
});

describe('over HTTP a self-exclusion applies to a user who', () => {
  it('registers, or signs in to a new account, on the same device', async () => {
    const first = await signUp(test.current);
    const device = deviceOf(first.headers);
    await exclude(first.reply.user.id);
    test.current.clock.advance(HOUR_MS);
    const here = await signUp(test.current, {}, on(device));
    expect(await exclusion(here.reply.user.id)).toEqual(UNTIL);

    const elsewhere = await signUp(test.current);
    expect(await exclusion(elsewhere.reply.user.id)).toBeNull();
    await signIn(test.current, { email: elsewhere.reply.user.email, password: PASSWORD }, on(device));
    expect(await exclusion(elsewhere.reply.user.id)).toEqual(UNTIL);
  });

  it('registers on a device where the excluded user signed in later', async () => {
    const first = await signUp(test.current);
    await exclude(first.reply.user.id);
    const answer = await signIn(test.current, { email: first.reply.user.email });
    const second = await signUp(test.current, {}, on(deviceOf(answer.headers)));
    expect(await exclusion(second.reply.user.id)).toEqual(UNTIL);
  });

  it('deletes the account and returns with another spelling of the same mailbox', async () => {
    const email = 'ana.souza@gmail.com';
    const first = await signUp(test.current, { email });
    const { id } = first.reply.user;
    await exclude(id);
    const code = await takeCode(test.current, email);
    expect(await callApp(test.current.app, verifyEmail, { code }, { token: first.reply.access })).toMatchObject({ status: 200 });
    await update(id, { deletion_due_at: NOW });
    await eraseAccounts(test.current.deps);
    expect(await db().selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).toEqual({ email: null });

    const again = await signUp(test.current, { email: 'AnaSouza+again@googlemail.com' });
    expect(again.status).toBe(201);
    expect(await exclusion(again.reply.user.id)).toEqual(UNTIL);
  });

  it('changes to the address of their excluded account', async () => {
    const first = await createUser(test.current);
    const { value: email, give } = TRAITS.email();
    await give(first.id);
    await exclude(first.id);
    await update(first.id, { email: null, email_identity: null, email_verified_at: null });

    const { reply } = await signUp(test.current);
    await db().updateTable('sessions').set({ stepped_up_at: NOW }).where('user_id', '=', reply.user.id).execute();
    await db().deleteFrom('messages').execute();
    expect(await callApp(test.current.app, sendEmailCode, { email }, { token: reply.access })).toMatchObject({ status: 200 });
    const code = await takeCode(test.current, email);
    expect(await exclusion(reply.user.id)).toBeNull();
    expect(await callApp(test.current.app, verifyEmail, { code, email }, { token: reply.access })).toMatchObject({ status: 200 });
    expect(await exclusion(reply.user.id)).toEqual(UNTIL);
  });
});
