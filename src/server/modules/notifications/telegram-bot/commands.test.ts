import { afterEach, expect, it } from 'vitest';
import { HOUR_MS } from '#domain/time.ts';
import { placeBet } from '#server/modules/betting/bets/service.ts';
import { TEST_NOW } from '#test/support/app.ts';
import { createContest, createMatch, createTeam, createUser } from '#test/support/factories.ts';
import { answered, lastOf, soon, useTelegramChats } from '#test/support/telegram-chats.ts';

const chats = useTelegramChats('polling');
afterEach(() => chats.test.clock.set(TEST_NOW));

it('shows the balance', async () => {
  const { person } = await chats.bound(12_489);
  await person.says('/balance');
  await answered(person, 'You have 12,489 points (12.48 USDT).');
});

it('lists the newest five open bets with match and stake', async () => {
  const { user, person } = await chats.bound(1_000);
  await person.says('/bets');
  await answered(person, 'You have no open bets.');
  for (let n = 1; n <= 6; n++) {
    const homeTeamId = await createTeam(chats.test.deps.db, `Home ${n}`);
    const match_id = await createMatch(chats.test.deps.db, { kickoffAt: new Date(Date.parse(TEST_NOW) + HOUR_MS), homeTeamId });
    await createContest(chats.test.deps.db, match_id, new Date(TEST_NOW));
    chats.test.clock.advance(1_000);
    await placeBet(chats.test.deps, user.id, { market: 'wdl', match_id, pick: n === 6 ? 'draw' : 'home', stake: 10 * n }, null);
  }
  await person.says('/bets');
  await answered(person, 'Your open bets:');
  const { text } = lastOf(person);
  expect(text).toMatch(/Home 6 – Team \d+\nNov 20, 2026, 1:00\sPM\nDraw: 60 points\n/);
  expect(text).toMatch(/\nHome 2: 20 points\n/);
  expect(text).not.toContain('Home 1');
  expect(text).toMatch(/\n1 more on Matchpoint\.$/);
});

it('turns notifications off and on, by command and by button', async () => {
  const { user, person } = await chats.bound();
  const notices = async () => (await chats.rowOf(user)).telegram_notices;
  await person.says('/notices off');
  await answered(person, 'Notices are off');
  expect(await notices()).toBe(false);
  await person.presses('Turn on');
  await answered(person, 'Notices are on');
  expect(await notices()).toBe(true);
  expect(lastOf(person).buttons).toEqual(['Turn off']);
  person.forgetsMessages();
  await person.says('/notices maybe');
  await answered(person, 'Notices are on');
});

it('changes the language', async () => {
  const { user, person } = await chats.bound();
  const locale = async () => (await chats.rowOf(user)).locale;
  await person.says('/language');
  await soon(() => lastOf(person).buttons).toEqual(['English', '中文', 'Tiếng Việt']);
  await person.presses('中文');
  await answered(person, '好的，使用中文');
  expect(await locale()).toBe('zh-CN');
  await person.says('/language vi');
  await answered(person, 'Được rồi, tiếng Việt');
  await person.says('/balance');
  await answered(person, 'Bạn có 0 điểm');
});

it('lists the commands in reply to anything else, and explains linking in an unlinked chat', async () => {
  const { person } = await chats.bound();
  for (const said of ['/help', 'hello?', '/withdraw 1000', '/unbind@OtherBot']) {
    person.forgetsMessages();
    await person.says(said);
    await answered(person, '/balance – your points');
  }
  await person.says('/unbind');
  await answered(person, 'Security settings');
  const stranger = chats.somebody();
  for (const said of ['/start', '/balance', '/bets', '/notices off', '/language vi', '/help', 'hello?']) {
    stranger.forgetsMessages();
    await stranger.says(said);
    await answered(stranger, 'not bound to an account yet');
  }
});

it('reveals nothing to a disabled user', async () => {
  const { user, person } = await chats.bound(500);
  const late = await createUser(chats.test);
  const waiting = await chats.asked(await chats.tokenOf(late));
  await chats.test.deps.db.updateTable('users').set({ status: 'disabled' }).where('id', 'in', [user.id, late.id]).execute();
  for (const said of ['/start', '/balance', '/bets', '/notices off', 'hello?']) {
    person.forgetsMessages();
    await person.says(said);
    await answered(person, 'This Matchpoint account is disabled');
  }
  await waiting.presses('Yes, bind it');
  await answered(waiting, 'This Matchpoint account is disabled');
  expect(await chats.linkOf(late)).toBeUndefined();
});
