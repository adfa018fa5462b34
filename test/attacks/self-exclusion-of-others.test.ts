import { beforeEach, describe, expect, it } from 'vitest';
import { excludeSelf } from '#contract/play-limits.ts';
import { updateProfile } from '#contract/profile.ts';
import { DAY_MS } from '#domain/time.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createUser, type TestUser } from '#test/support/factories.ts';
import { takeMessages } from '#test/support/messages.ts';
import { givePaidWallet } from '#test/support/paid-wallet.ts';
import { freshWallet } from '#test/support/wallets.ts';

const test = useTestApp({ FEED: 'none' });
const db = () => test.current.deps.db;
const now = () => test.current.clock.now();

beforeEach(async () => {
  test.current.clock.set(TEST_NOW);
  await db().deleteFrom('messages').execute();
});

/** Creates a user who has just stepped up. */
async function present(options?: { confirmed: boolean }): Promise<TestUser> {
  const user = await createUser(test.current, 0, options);
  const until = new Date(now().getTime() + 3 * DAY_MS);
  await db().updateTable('sessions').set({ stepped_up_at: now(), expires_at: until }).where('user_id', '=', user.id).execute();
  return user;
}

const enter = async ({ id, token }: TestUser, wallet: string | null) => {
  await db().updateTable('sessions').set({ stepped_up_at: now() }).where('user_id', '=', id).execute();
  return callApp(test.current.app, updateProfile, { wallet_address: wallet }, { token });
};
/** Returns the user with a current token of the same session. */
async function renewed(user: TestUser): Promise<TestUser> {
  const { id: sessionId } = await db().selectFrom('sessions').select('id').where('user_id', '=', user.id).executeTakeFirstOrThrow();
  const token = await signAccessToken(test.current.deps.serverKeys, { id: user.id, email: user.email, sessionId }, now());
  return { ...user, token };
}

const exclude = async ({ token }: TestUser) =>
  expect((await callApp(test.current.app, excludeSelf, { kind: 'self_exclusion', months: 60 }, { token })).status).toBe(200);
const isExcluded = async ({ id }: TestUser) =>
  (await db().selectFrom('exclusions').select('id').where('user_id', '=', id).where('until', '>', now()).execute()).length > 0;
const reviewsOf = ({ id }: TestUser) => db().selectFrom('exclusion_reviews').selectAll().where('user_id', '=', id).execute();
const walletOf = async ({ id }: TestUser) =>
  (await db().selectFrom('users').select('wallet_address').where('id', '=', id).executeTakeFirstOrThrow()).wallet_address;

describe('a wallet that a stranger types before excluding themselves', () => {
  it('does not exclude users who enter it later, but alerts operators', async () => {
    const [stranger, owner] = [await present(), await present()];
    const wallet = freshWallet();
    await enter(stranger, wallet);
    await exclude(stranger);
    await enter(stranger, null);
    expect((await enter(owner, wallet)).status).toBe(200);
    expect(await isExcluded(owner)).toBe(false);
    expect(await reviewsOf(owner)).toMatchObject([{ reason: 'wallet', state: 'open' }]);
  });

  it('does not exclude users if it is typed after the exclusion', async () => {
    const [stranger, owner] = [await present(), await present()];
    const wallet = freshWallet();
    await exclude(stranger);
    await enter(stranger, wallet);
    await enter(stranger, null);
    await enter(owner, wallet);
    expect(await isExcluded(owner)).toBe(false);
    expect(await reviewsOf(owner)).toHaveLength(1);
  });

  it('carries the exclusion once a withdrawal was paid to it', async () => {
    const [player, again] = [await present(), await present()];
    const wallet = freshWallet();
    await givePaidWallet(db(), player.id, wallet, now());
    await exclude(player);
    await enter(player, null);
    await enter(again, wallet);
    expect(await isExcluded(again)).toBe(true);
    expect(await reviewsOf(again)).toEqual([]);
  });
});

describe('an account whose address is unproven', () => {
  it('passes its exclusion on only within its own browser', async () => {
    const [stranger, owner] = [await present({ confirmed: false }), await present()];
    const [wallet, phone] = [freshWallet(), '+84900111222'];
    const typed = { wallet_address: wallet, phone, phone_verified_at: now() };
    await db().updateTable('users').set(typed).where('id', '=', stranger.id).execute();
    await exclude(stranger);
    await db()
      .updateTable('users')
      .set({ wallet_address: null, phone: null, phone_verified_at: null })
      .where('id', '=', stranger.id)
      .execute();
    await enter(owner, wallet);
    expect([await isExcluded(owner), await reviewsOf(owner)]).toEqual([false, []]);
  });
});

describe('a wallet that a stranger squats', () => {
  it('goes to the user who was paid to it, and the squatter is notified', async () => {
    const [squatter, owner] = [await present(), await present()];
    const wallet = freshWallet();
    await givePaidWallet(db(), owner.id, wallet, now());
    await enter(owner, null);
    expect((await enter(squatter, wallet)).status).toBe(200);
    await db().deleteFrom('messages').execute();
    expect((await enter(owner, wallet)).status).toBe(200);
    expect([await walletOf(owner), await walletOf(squatter)]).toEqual([wallet, null]);
    const told = (await takeMessages(test.current)).map(({ to, content }) => [to, content.kind]);
    expect(told.sort()).toEqual([owner, squatter].map(({ email }) => [email, 'wallet_changed']).sort());
  });

  it('on an account with an unproven address is free for anybody with a proven one', async () => {
    const [squatter, owner] = [await present({ confirmed: false }), await present()];
    const wallet = freshWallet();
    await db().updateTable('users').set({ wallet_address: wallet }).where('id', '=', squatter.id).execute();
    expect((await enter(owner, wallet)).status).toBe(200);
    expect([await walletOf(owner), await walletOf(squatter)]).toEqual([wallet, null]);
  });

  it('cannot be taken from who was paid to it, or by who has proven no more than its holder', async () => {
    const [holder, other] = [await present(), await present()];
    const [paid, typed] = [freshWallet(), freshWallet()];
    await givePaidWallet(db(), holder.id, paid, now());
    expect((await enter(other, paid)).problem.code).toBe('wallet_taken');
    await enter(holder, typed);
    expect((await enter(other, typed)).problem.code).toBe('wallet_taken');
  });

  it('is one of a few allowed per day, and the reply gives the time of the next', async () => {
    const squatter = await present();
    for (let entered = 0; entered < 3; entered++) expect((await enter(squatter, freshWallet())).status).toBe(200);
    const refused = await enter(squatter, freshWallet());
    expect(refused).toMatchObject({ status: 429, problem: { code: 'too_many_wallet_changes' } });
    expect(refused.problem.params).toEqual({ max: 3, until: new Date(Date.parse(TEST_NOW) + DAY_MS).toISOString() });
    expect((await enter(squatter, null)).status).toBe(200);
    expect((await enter(squatter, freshWallet())).status).toBe(429);
    test.current.clock.advance(DAY_MS);
    expect((await enter(await renewed(squatter), freshWallet())).status).toBe(200);
  });

  it('cannot be entered more often by concurrent requests', async () => {
    const squatter = await present();
    const answers = await Promise.all(Array.from({ length: 8 }, () => enter(squatter, freshWallet())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });
});
