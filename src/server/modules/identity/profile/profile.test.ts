import { afterEach, describe, expect, it } from 'vitest';
import { getOverview } from '#contract/account.ts';
import { stepUp } from '#contract/auth.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { updateProfile } from '#contract/profile.ts';
import { HOUR_MS } from '#domain/time.ts';
import { carryExclusions } from '#server/modules/play-limits/exclusions.ts';
import { transact } from '#server/platform/transact.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createUser } from '#test/support/factories.ts';
import { takeMessages } from '#test/support/messages.ts';
import { createOwner, OWNER_PASSWORD, signIn } from '#test/support/owner.ts';
import { givePaidWallet } from '#test/support/paid-wallet.ts';
import { freshWallet } from '#test/support/wallets.ts';

const test = useTestApp({ LOGIN_PER_15_MINUTES: '100000', LOGIN_PER_IP_15_MINUTES: '100000' });

afterEach(async () => {
  test.current.clock.set(TEST_NOW);
  await test.current.deps.db.deleteFrom('messages').execute();
});

type Changes = InputOf<typeof updateProfile>;
const change = (token: string, changes: Changes) => callApp(test.current.app, updateProfile, changes, { token });
const profileOf = async (token: string) => (await callApp(test.current.app, getOverview, {}, { token })).reply.profile;
const rowOf = (id: string) => test.current.deps.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const refused = (status: number, code: string, field?: string) => ({
  status,
  problem: { code, ...(field !== undefined && { params: { field } }) },
});

async function steppedUp(password = OWNER_PASSWORD) {
  const owner = await createOwner(test.current);
  const device = await signIn(test.current, owner);
  expect((await callApp(test.current.app, stepUp, { password }, { token: device.token })).status).toBe(200);
  return { ...owner, ...device };
}

describe('the profile', () => {
  it('changes the given fields only', async () => {
    const { token } = await createUser(test.current);
    const before = await profileOf(token);
    const first = await change(token, { display_name: ' Linh Nguyễn ', country: 'vn' });
    expect(first).toMatchObject({ status: 200, reply: { profile: { ...before, display_name: 'Linh Nguyễn', country: 'VN' } } });
    const second = await change(token, { public_handle: '@Linh_N', time_zone: 'asia/saigon', locale: 'vi' });
    const changed = { ...first.reply.profile, public_handle: 'linh_n', time_zone: 'Asia/Ho_Chi_Minh', locale: 'vi' };
    expect(second.reply.profile).toEqual(changed);
    expect(await profileOf(token)).toEqual(changed);
    expect((await change(token, {})).reply.profile).toEqual(changed);
  });

  it('is updated in the answer, on the next page and on the user’s other open pages', async () => {
    const { id, token } = await createUser(test.current);
    await profileOf(token);
    const told = test.current.published.length;
    await change(token, { display_name: 'Another' });
    expect(test.current.published.slice(told)).toEqual([{ topic: `me:${id}`, change: { t: 'account' } }]);
    expect((await profileOf(token)).display_name).toBe('Another');
    await change(token, { display_name: 'Another' });
    expect(test.current.published).toHaveLength(told + 1);
  });

  it('hides the name on receipts until the user shows it', async () => {
    const { id, token } = await createUser(test.current);
    expect((await profileOf(token)).named_in_receipts).toBe(false);
    expect((await change(token, { named_in_receipts: true })).reply.profile.named_in_receipts).toBe(true);
    expect(await rowOf(id)).toMatchObject({ named_in_receipts: true });
    expect(await change(token, { named_in_receipts: 'yes' as never })).toMatchObject(refused(400, 'invalid_payload', 'named_in_receipts'));
    expect((await change(token, { named_in_receipts: false })).reply.profile.named_in_receipts).toBe(false);
  });

  it('loses the name and the country by null', async () => {
    const { email, token } = await createUser(test.current);
    await change(token, { display_name: 'Ada', country: 'GB' });
    const { profile } = (await change(token, { display_name: null, country: null })).reply;
    expect(profile).toMatchObject({ display_name: email.split('@')[0], country: null });
    expect((await change(token, { display_name: '   ' })).status).toBe(200);
  });

  it.each<[keyof Changes, string, number, string, string?]>([
    ['display_name', '\u200e', 400, 'invalid_payload', 'display_name'],
    ['display_name', 'two\nlines', 400, 'invalid_payload', 'display_name'],
    ['display_name', 'a\u202eb', 400, 'invalid_payload', 'display_name'],
    ['display_name', 'x'.repeat(41), 400, 'invalid_payload', 'display_name'],
    ['public_handle', 'ab', 400, 'invalid_payload', 'public_handle'],
    ['public_handle', 'ada lovelace', 400, 'invalid_payload', 'public_handle'],
    ['public_handle', '12_34', 400, 'invalid_payload', 'public_handle'],
    ['public_handle', 'x'.repeat(21), 400, 'invalid_payload', 'public_handle'],
    ['public_handle', 'admin', 409, 'handle_taken'],
    ['public_handle', 'Matchpoint_VN', 409, 'handle_taken'],
    ['country', 'XX', 400, 'invalid_payload', 'country'],
    ['country', 'SU', 400, 'invalid_payload', 'country'],
    ['country', 'Vietnam', 400, 'invalid_payload', 'country'],
    ['country', '', 400, 'invalid_payload', 'country'],
    ['time_zone', 'Asia/Hanoi', 400, 'invalid_time_zone'],
    ['time_zone', '+07:00', 400, 'invalid_time_zone'],
    ['time_zone', 'UTC+7', 400, 'invalid_time_zone'],
    ['time_zone', 'GMT+07:00', 400, 'invalid_time_zone'],
    ['time_zone', '', 400, 'invalid_time_zone'],
    ['locale', 'de', 400, 'invalid_payload', 'locale'],
    ['wallet_address', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 400, 'invalid_wallet'],
    ['wallet_address', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 400, 'invalid_wallet'],
    ['wallet_address', '', 400, 'invalid_wallet'],
  ])('refuses %s %j, together with every other field of the request', async (field, value, status, code, named) => {
    const { token } = await createUser(test.current);
    const before = await profileOf(token);
    const answer = await change(token, {
      ...(field !== 'country' && { country: 'VN' }),
      ...(field !== 'locale' && { locale: 'vi' }),
      [field]: value,
    });
    expect(answer).toMatchObject(refused(status, code, named));
    expect(await profileOf(token)).toEqual(before);
  });

  it('cannot be changed without a token, or when the account is disabled', async () => {
    expect((await change('', { locale: 'vi' })).problem.code).toBe('token_missing');
    const { id, token } = await createUser(test.current);
    await test.current.deps.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', id).execute();
    expect(await change(token, { locale: 'vi' })).toMatchObject(refused(403, 'account_disabled'));
  });
});

describe('a handle', () => {
  it('belongs to one user, in any case', async () => {
    const [one, other] = [await createUser(test.current), await createUser(test.current)];
    expect((await change(one.token, { public_handle: 'goal_keeper' })).status).toBe(200);
    expect(await change(other.token, { public_handle: 'Goal_Keeper', country: 'VN' })).toMatchObject(refused(409, 'handle_taken'));
    expect((await profileOf(other.token)).country).toBeNull();
    expect((await change(one.token, { public_handle: 'GOAL_KEEPER' })).status).toBe(200);
  });

  it('is given to one of many users who request it at once', async () => {
    const users = await Promise.all(Array.from({ length: 8 }, () => createUser(test.current)));
    const answers = await Promise.all(users.map(({ token }) => change(token, { public_handle: 'the_one' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect(new Set(answers.flatMap(({ problem }) => problem.code ?? []))).toEqual(new Set(['handle_taken']));
  });

  it('that the rules no longer allow may be kept', async () => {
    const { id, token } = await createUser(test.current);
    await test.current.deps.db.updateTable('users').set({ public_handle: 'support' }).where('id', '=', id).execute();
    expect((await change(token, { public_handle: 'Support', country: 'VN' })).reply.profile).toMatchObject({
      public_handle: 'support',
      country: 'VN',
    });
  });
});

describe('a wallet', () => {
  it('requires a step-up to be set, changed and removed', async () => {
    const owner = await createOwner(test.current);
    const { token } = await signIn(test.current, owner);
    expect(await change(token, { wallet_address: freshWallet(), country: 'VN' })).toMatchObject(refused(403, 'step_up_required'));
    await test.current.deps.db.updateTable('users').set({ wallet_address: freshWallet() }).where('id', '=', owner.id).execute();
    expect(await change(token, { wallet_address: freshWallet() })).toMatchObject(refused(403, 'step_up_required'));
    expect(await change(token, { wallet_address: null })).toMatchObject(refused(403, 'step_up_required'));
    expect((await rowOf(owner.id)).country).toBeNull();
    expect(await takeMessages(test.current)).toEqual([]);
  });

  it('holds withdrawals for a day when it changes, and the previous contacts are notified', async () => {
    const { clock } = test.current;
    const user = await steppedUp();
    const wallet = freshWallet();
    const answer = await change(user.token, { wallet_address: ` ${wallet.slice(0, 10)} ${wallet.slice(10)}\n` });
    expect(answer.reply.profile.wallet_address).toBe(wallet);
    expect(await rowOf(user.id)).toMatchObject({
      wallet_address: wallet,
      wallet_changed_at: clock.now(),
      redeem_held_until: new Date(clock.now().getTime() + 24 * HOUR_MS),
    });
    const [warning, ...more] = await takeMessages(test.current);
    expect(more).toEqual([]);
    expect(warning).toMatchObject({ to: user.email, content: { kind: 'wallet_changed' } });
  });

  it('that is already set needs no step-up, and causes no hold and no warning', async () => {
    const user = await steppedUp();
    const wallet = freshWallet();
    await change(user.token, { wallet_address: wallet });
    await takeMessages(test.current);
    const before = await rowOf(user.id);
    test.current.clock.advance(HOUR_MS);
    const { token } = await signIn(test.current, user);
    expect((await change(token, { wallet_address: wallet, country: 'VN' })).status).toBe(200);
    expect(await rowOf(user.id)).toEqual({ ...before, country: 'VN', last_login_at: test.current.clock.now() });
    expect(await takeMessages(test.current)).toEqual([]);
  });

  it('is removed by null, which also holds and warns, and never shortens a hold', async () => {
    const user = await steppedUp();
    await change(user.token, { wallet_address: freshWallet() });
    const later = new Date(test.current.clock.now().getTime() + 72 * HOUR_MS);
    await test.current.deps.db.updateTable('users').set({ redeem_held_until: later }).where('id', '=', user.id).execute();
    await takeMessages(test.current);
    expect((await change(user.token, { wallet_address: null })).reply.profile.wallet_address).toBeNull();
    expect(await rowOf(user.id)).toMatchObject({ wallet_address: null, redeem_held_until: later });
    expect(await takeMessages(test.current)).toMatchObject([{ content: { kind: 'wallet_changed' } }]);
  });

  it('belongs to one account, and a refusal changes nothing', async () => {
    const [one, other] = [await steppedUp(), await steppedUp()];
    const wallet = freshWallet();
    await change(one.token, { wallet_address: wallet });
    await takeMessages(test.current);
    const before = await rowOf(other.id);
    expect(await change(other.token, { wallet_address: wallet, display_name: 'Thief' })).toMatchObject(refused(409, 'wallet_taken'));
    expect(await rowOf(other.id)).toEqual(before);
    expect(await takeMessages(test.current)).toEqual([]);
    await change(one.token, { wallet_address: null });
    expect((await change(other.token, { wallet_address: wallet })).status).toBe(200);
  });

  it('goes to one of many users who enter it at once', async () => {
    const users = [await steppedUp(), await steppedUp(), await steppedUp(), await steppedUp()];
    const wallet = freshWallet();
    const answers = await Promise.all(users.map(({ token }) => change(token, { wallet_address: wallet })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(answers.filter(({ status }) => status === 409).every(({ problem }) => problem.code === 'wallet_taken')).toBe(true);
    expect(await takeMessages(test.current)).toHaveLength(1);
  });

  it('is changed once by two identical requests', async () => {
    const user = await steppedUp();
    const wallet = freshWallet();
    const answers = await Promise.all([1, 2].map(() => change(user.token, { wallet_address: wallet })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await takeMessages(test.current)).toHaveLength(1);
  });

  it('that was paid to carries over the self-exclusion of its previous user', async () => {
    const { deps, clock } = test.current;
    const [away, back] = [await steppedUp(), await steppedUp()];
    const wallet = freshWallet();
    await givePaidWallet(deps.db, away.id, wallet, clock.now());
    const until = new Date(clock.now().getTime() + 200 * 24 * HOUR_MS);
    await deps.db
      .insertInto('exclusions')
      .values({ id: crypto.randomUUID(), user_id: away.id, kind: 'self_exclusion', began_at: clock.now(), until })
      .execute();
    await transact(deps, (db) => carryExclusions(deps, db, away.id, [{ kind: 'paid_wallet', value: wallet }]));
    await change(away.token, { wallet_address: null });
    await change(back.token, { wallet_address: wallet });
    expect((await callApp(test.current.app, getOverview, {}, { token: back.token })).reply.exclusion).toEqual({
      kind: 'self_exclusion',
      until: until.toISOString(),
    });
  });
});
