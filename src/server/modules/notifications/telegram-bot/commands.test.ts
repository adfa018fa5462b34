import { afterEach, expect, it } from 'vitest';
import { HOUR_MS } from '#domain/time.ts';
import { placeBet } from '#server/modules/betting/bets/service.ts';
import { TEST_NOW } from '#test/support/app.ts';
import { createContest, createMatch, createTeam, createUser } from '#test/support/factories.ts';
import { answered, lastOf, soon, useTelegramChats } from '#test/support/telegram-chats.ts';
import { botWords } from '#test/support/words.ts';

const chats = useTelegramChats('polling');
afterEach(() => chats.test.clock.set(TEST_NOW));

it('shows the balance', async () => {
  const { person } = await chats.bound(12_489);
  await person.says('/balance');
  await answered(person, botWords('balance', { points: 12_489, usdt: '12.48' }));
  expect(lastOf(person).text).toMatch(/12,489\D+12\.48 USDT/);
});

it('lists the newest five open bets with match and stake', async () => {
  const { user, person } = await chats.bound(1_000);
  await person.says('/bets');
  await answered(person, botWords('no_bets'));
  for (let n = 1; n <= 6; n++) {
    const { db } = chats.test.deps;
    const [homeTeamId, awayTeamId] = [await createTeam(db, `Home ${n}`), await createTeam(db, `Away ${n}`)];
    const match_id = await createMatch(db, { kickoffAt: new Date(Date.parse(TEST_NOW) + HOUR_MS), homeTeamId, awayTeamId });
    await createContest(db, match_id, new Date(TEST_NOW));
    chats.test.clock.advance(1_000);
    await placeBet(chats.test.deps, user.id, { market: 'wdl', match_id, pick: n === 6 ? 'draw' : 'home', stake: 10 * n }, null);
  }
  await person.says('/bets');
  await answered(person, botWords('bets'));
  const told = [6, 5, 4, 3, 2].map((n) => {
    const pick = n === 6 ? botWords('draw') : `Home ${n}`;
    return botWords('bet', { home: `Home ${n}`, away: `Away ${n}`, when: '20 Nov, 13:00', pick, stake: 10 * n });
  });
  const { text } = lastOf(person);
  expect(text).toBe([botWords('bets'), ...told, botWords('more_bets', { count: 1 })].join('\n\n'));
});

it('turns notifications off and on, by command and by button', async () => {
  const { user, person } = await chats.bound();
  const notices = async () => (await chats.rowOf(user)).telegram_notices;
  await person.says('/notices off');
  await answered(person, botWords('notices_off'));
  expect(await notices()).toBe(false);
  await person.presses(botWords('turn_on'));
  await answered(person, botWords('notices_on'));
  expect(await notices()).toBe(true);
  expect(lastOf(person).buttons).toEqual([botWords('turn_off')]);
  person.forgetsMessages();
  await person.says('/notices maybe');
  await answered(person, botWords('notices_on'));
});

it('changes the language', async () => {
  const { user, person } = await chats.bound();
  const locale = async () => (await chats.rowOf(user)).locale;
  await person.says('/language');
  await soon(() => lastOf(person).buttons).toEqual(['English', '中文', 'Tiếng Việt']);
  await person.presses('中文');
  await answered(person, botWords('language_set', {}, 'zh-CN'));
  expect(await locale()).toBe('zh-CN');
  await person.says('/language vi');
  await answered(person, botWords('language_set', {}, 'vi'));
  await person.says('/balance');
  await answered(person, botWords('balance', { points: 0, usdt: '0,00' }, 'vi'));
});

it('lists the commands in reply to anything else, and explains linking in an unlinked chat', async () => {
  const { person } = await chats.bound();
  for (const said of ['/help', 'hello?', '/withdraw 1000', '/unbind@OtherBot']) {
    person.forgetsMessages();
    await person.says(said);
    await answered(person, botWords('help'));
  }
  await person.says('/unbind');
  await answered(person, botWords('unbind'));
  const stranger = chats.somebody();
  for (const said of ['/start', '/balance', '/bets', '/notices off', '/language vi', '/help', 'hello?']) {
    stranger.forgetsMessages();
    await stranger.says(said);
    await answered(stranger, botWords('welcome'));
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
    await answered(person, botWords('disabled'));
  }
  await waiting.presses(botWords('yes'));
  await answered(waiting, botWords('disabled'));
  expect(await chats.linkOf(late)).toBeUndefined();
});
