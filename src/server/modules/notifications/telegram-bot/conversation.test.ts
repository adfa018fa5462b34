import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#domain/time.ts';
import { carryExclusions, exclusionOf } from '#server/modules/play-limits/exclusions.ts';
import { TEST_NOW } from '#test/support/app.ts';
import { createUser, type TestUser } from '#test/support/factories.ts';
import { takeMessages } from '#test/support/messages.ts';
import { refusal } from '#test/support/telegram-bot-api.ts';
import { answered, lastOf, masked, soon, useTelegramChats } from '#test/support/telegram-chats.ts';
import { botWords } from '#test/support/words.ts';

describe.each(['polling', 'webhook'] as const)('a chat, by %s,', (way) => {
  const chats = useTelegramChats(way);
  afterEach(async () => {
    chats.test.clock.set(TEST_NOW);
    await chats.test.deps.db.deleteFrom('messages').execute();
  });

  /** Links the account as signing in with Telegram does: the bot was not opened. */
  const link = ({ id }: TestUser, subject: string) =>
    chats.test.deps.db
      .insertInto('linked_accounts')
      .values({ id: randomUUID(), user_id: id, type: 'telegram', subject, identifier: 'T', created_at: TEST_NOW, verified_at: TEST_NOW })
      .execute();

  it('is linked after confirmation: previous contacts are warned, withdrawals are on hold, and the page is notified', async () => {
    const user = await createUser(chats.test);
    const person = chats.somebody();
    await person.says(`/start ${await chats.tokenOf(user)}`);
    await answered(person, botWords('ask_bind', { account: masked(user) }));
    expect(lastOf(person).text).toContain(masked(user));
    expect(lastOf(person).buttons).toEqual([botWords('yes'), botWords('no')]);
    expect(await chats.linkOf(user)).toBeUndefined();
    chats.test.published.length = 0;
    await person.presses(botWords('yes'));
    await answered(person, botWords('bound', { account: masked(user) }));
    expect(lastOf(person).text).toContain(masked(user));
    expect(lastOf(person).buttons).toEqual([]);
    const link = { type: 'telegram', subject: String(person.id), identifier: `@tester${person.id}`, reachable: true };
    expect(await chats.linkOf(user)).toMatchObject(link);
    expect(chats.test.published).toEqual([{ topic: `me:${user.id}`, change: { t: 'account' } }]);
    const warnings = await takeMessages(chats.test);
    expect(warnings).toMatchObject([{ to: user.email, content: { kind: 'account_linked' } }]);
    expect((await chats.rowOf(user)).redeem_held_until).toEqual(new Date(Date.parse(TEST_NOW) + 6 * HOUR_MS));
    expect(JSON.stringify(person.sees())).not.toContain(user.email);
  });

  it('is not linked when the user declines', async () => {
    const user = await createUser(chats.test);
    const person = await chats.asked(await chats.tokenOf(user));
    await person.presses(botWords('no'));
    await answered(person, botWords('declined'));
    expect(await chats.linkOf(user)).toBeUndefined();
  });

  it.each([
    ['vi', 'vi'],
    ['zh-hans', 'zh-CN'],
    ['fr', 'en'],
  ] as const)('uses the language of a Telegram account in %s before it is linked', async (language, locale) => {
    const person = chats.somebody({ language });
    await person.says('/start');
    await answered(person, botWords('welcome', {}, locale));
  });

  it('consumes a token once, even if the confirmation is delivered twice', async () => {
    const user = await createUser(chats.test);
    const token = await chats.tokenOf(user);
    const [person, other] = [await chats.asked(token), chats.somebody()];
    const yes = await person.presses(botWords('yes'));
    await answered(person, botWords('bound', { account: masked(user) }));
    const { verified_at } = (await chats.linkOf(user))!;
    chats.test.clock.advance(1_000);
    await chats.api.tellAgain(yes);
    await answered(person, botWords('already_bound', { account: masked(user) }));
    expect((await chats.linkOf(user))!.verified_at).toEqual(verified_at);
    expect(await takeMessages(chats.test)).toHaveLength(1);
    await other.says(`/start ${token}`);
    await answered(other, botWords('link_gone'));
  });

  it('is linked once when two accounts confirm the same token at once', async () => {
    const user = await createUser(chats.test);
    const token = await chats.tokenOf(user);
    const two = [await chats.asked(token), await chats.asked(token)];
    await Promise.all(two.map((person) => person.presses(botWords('yes'))));
    const outcomes = () => two.map((person) => lastOf(person).text).sort();
    await soon(outcomes).toEqual([botWords('bound', { account: masked(user) }), botWords('link_gone')].sort());
    const links = await chats.test.deps.db.selectFrom('linked_accounts').select('subject').where('user_id', '=', user.id).execute();
    expect(links).toHaveLength(1);
    expect(await takeMessages(chats.test)).toHaveLength(1);
  });

  it.each<[string, (user: TestUser, token: string) => unknown]>([
    ['has expired', () => chats.test.clock.advance(10 * 60_000)],
    ['was replaced', (user) => chats.tokenOf(user)],
    [
      'was asked for in a session that has ended',
      ({ id }) =>
        chats.test.deps.db.updateTable('sessions').set({ ended_at: TEST_NOW, ended_because: 'not_me' }).where('user_id', '=', id).execute(),
    ],
  ])('rejects a token that %s, before and after the confirmation', async (_, spoil) => {
    const user = await createUser(chats.test);
    const token = await chats.tokenOf(user);
    const [early, late] = [await chats.asked(token), chats.somebody()];
    await spoil(user, token);
    await early.presses(botWords('yes'));
    await answered(early, botWords('link_gone'));
    await late.says(`/start ${token}`);
    await answered(late, botWords('link_gone'));
    expect(await chats.linkOf(user)).toBeUndefined();
  });

  it.each(['x', 'A'.repeat(43), 'A'.repeat(64), 'A'.repeat(3_000), "'; drop table users; --", '💥 💥'])(
    'rejects an invalid token (%#)',
    async (token) => {
      const person = chats.somebody();
      await person.says(`/start ${token}`);
      await answered(person, botWords('link_gone'));
    },
  );

  it('reports a Telegram account linked to another user, before and after the confirmation, and does not consume the token', async () => {
    const [user, other] = [await createUser(chats.test), await createUser(chats.test)];
    const token = await chats.tokenOf(user);
    const person = await chats.asked(token);
    await link(other, String(person.id));
    await person.presses(botWords('yes'));
    await answered(person, botWords('bound_elsewhere'));
    person.forgetsMessages();
    await person.says(`/start ${token}`);
    await answered(person, botWords('bound_elsewhere'));
    expect(await chats.linkOf(user)).toBeUndefined();
    expect(await takeMessages(chats.test)).toEqual([]);
    await chats.asked(token);
  });

  it('reports that the user has another Telegram account linked, before and after the confirmation', async () => {
    const user = await createUser(chats.test);
    const token = await chats.tokenOf(user);
    const person = await chats.asked(token);
    await link(user, '77');
    await person.presses(botWords('yes'));
    await answered(person, botWords('other_bound'));
    person.forgetsMessages();
    await person.says(`/start ${token}`);
    await answered(person, botWords('other_bound'));
    expect(await chats.linkOf(user)).toMatchObject({ subject: '77', reachable: false });
  });

  it('becomes reachable if its user has only signed in with Telegram so far', async () => {
    const user = await createUser(chats.test);
    const [asked, opened] = [chats.somebody(), chats.somebody()];
    await link(user, String(asked.id));
    await chats.asked(await chats.tokenOf(user), asked);
    await asked.presses(botWords('yes'));
    await answered(asked, botWords('bound', { account: masked(user) }));
    expect(await chats.linkOf(user)).toMatchObject({ subject: String(asked.id), reachable: true });
    const another = await createUser(chats.test);
    await link(another, String(opened.id));
    await opened.says('/start');
    await answered(opened, botWords('already_bound', { account: masked(another) }));
    expect(await chats.linkOf(another)).toMatchObject({ reachable: true });
    expect((await chats.rowOf(another)).redeem_held_until).not.toBeNull();
  });

  it('shows the handle of an account without an address', async () => {
    const user = await createUser(chats.test);
    const values = { email: null, email_identity: null };
    await chats.test.deps.db.updateTable('users').set(values).where('id', '=', user.id).execute();
    const person = await chats.asked(await chats.tokenOf(user));
    expect(lastOf(person).text).toBe(botWords('ask_bind', { account: `@${(await chats.rowOf(user)).public_handle}` }));
  });

  it('transfers a self-exclusion made under the same Telegram account', async () => {
    const { db } = chats.test.deps;
    const [first, second] = [await chats.bound(), await createUser(chats.test)];
    const until = new Date(Date.parse(TEST_NOW) + 200 * 24 * HOUR_MS);
    const exclusion = { id: randomUUID(), user_id: first.user.id, kind: 'self_exclusion', began_at: TEST_NOW, until };
    await db.insertInto('exclusions').values(exclusion).execute();
    await carryExclusions(chats.test.deps, db, first.user.id, [{ kind: 'telegram', value: String(first.person.id) }]);
    await db.deleteFrom('linked_accounts').where('user_id', '=', first.user.id).execute();
    await chats.asked(await chats.tokenOf(second), first.person);
    await first.person.presses(botWords('yes'));
    await answered(first.person, botWords('bound', { account: masked(second) }));
    expect(await exclusionOf(db, second.id, chats.test.deps.now())).toMatchObject({ until: until.toISOString() });
  });

  it('gets no messages while the bot is blocked, and gets them again after the user returns', async () => {
    const { user, person } = await chats.bound();
    await person.blocks();
    await soon(async () => (await chats.linkOf(user))!.reachable).toBe(false);
    await chats.test.deps.db.updateTable('users').set({ redeem_held_until: null }).where('id', '=', user.id).execute();
    person.unblocks();
    await person.says('/start');
    await answered(person, botWords('already_bound', { account: masked(user) }));
    expect((await chats.linkOf(user))!.reachable).toBe(true);
    expect((await chats.rowOf(user)).redeem_held_until).not.toBeNull();
  });

  it('is linked even if the answer cannot be sent', async () => {
    const user = await createUser(chats.test);
    const person = await chats.asked(await chats.tokenOf(user));
    chats.api.refuse('editMessageText', refusal(429, 'Too Many Requests: retry after 7', { retry_after: 7 }));
    await person.presses(botWords('yes'));
    await soon(async () => (await chats.linkOf(user))?.reachable).toBe(true);
    const balance = botWords('balance', { points: 0, usdt: '0.00' });
    for (const reply of [refusal(500, 'Internal Server Error'), null, { status: 502, body: '<html>' }]) {
      chats.api.refuse('sendMessage', reply);
      await person.says('/balance');
      await soon(() => chats.api.calls('sendMessage').at(-1)?.body.text).toBe(balance);
    }
    await person.says('/balance');
    await answered(person, balance);
  });

  it('answers in a new message when Telegram no longer allows editing the question', async () => {
    const user = await createUser(chats.test);
    const person = await chats.asked(await chats.tokenOf(user));
    chats.api.refuse('editMessageText', refusal(400, "Bad Request: message can't be edited"));
    await person.presses(botWords('yes'));
    await answered(person, botWords('bound', { account: masked(user) }));
    expect(person.sees()).toHaveLength(2);
  });

  it("requests the bot's own account from Telegram once", () => {
    expect(chats.api.calls('getMe')).toHaveLength(1);
    const languages = [undefined, 'zh', 'vi'];
    for (const type of ['all_private_chats', 'all_group_chats']) {
      const menus = chats.api.calls('setMyCommands').filter(({ body }) => JSON.stringify(body.scope).includes(type));
      expect(menus.map(({ body }) => body.language_code)).toEqual(languages);
    }
  });
});
