import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import type { Sport } from '#domain/matches/sport.ts';
import { HOUR_MS } from '#domain/time.ts';
import { excludeSelf } from '#server/modules/play-limits/exclusions.ts';
import { TEST_NOW } from '#test/support/app.ts';
import { createLeague, createMatch, createTeam, type TestUser } from '#test/support/factories.ts';
import { answered, lastOf, soon, type TelegramPerson, useTelegramChats } from '#test/support/telegram-chats.ts';
import { tippingCalls } from '#test/support/tipping.ts';
import { botWords } from '#test/support/words.ts';

const chats = useTelegramChats('polling');
afterEach(() => chats.test.clock.set(TEST_NOW));
const { create, tip } = tippingCalls(() => chats.test);

/** A league with matches that begin an hour after the other, from in one hour on, and a group of the user that tips it. */
async function tipping(user: TestUser, sport: Sport = 'football', matches = 1) {
  const { db } = chats.test.deps;
  const leagueId = await createLeague(db, { sport });
  const ids: number[] = [];
  for (let n = 1; n <= matches; n++) {
    const [homeTeamId, awayTeamId] = [await createTeam(db, `Avalon ${n}`), await createTeam(db, `Borea ${n}`)];
    await db.updateTable('teams').set({ sport }).where('id', 'in', [homeTeamId, awayTeamId]).execute();
    ids.push(await createMatch(db, { leagueId, homeTeamId, awayTeamId, kickoffAt: new Date(Date.parse(TEST_NOW) + n * HOUR_MS) }));
  }
  return { leagueId, ids, group: await grouped(user, 'Office', leagueId) };
}

async function grouped(user: TestUser, name: string, league_id: number) {
  const { reply } = await create(user, { name, visibility: 'private', competitions: [{ kind: 'league', league_id }] });
  return { id: reply.id, code: reply.code! };
}

const tipsIn = (groupId: string) =>
  chats.test.deps.db.selectFrom('tips').select(['match_id', 'home', 'away', 'is_joker']).where('group_id', '=', groupId).execute();
const asksFor = (person: TelegramPerson, match: string) => soon(() => lastOf(person).text).toContain(match);
const press = async (person: TelegramPerson, label: string, then: string) => {
  await person.presses(label);
  await soon(() => [lastOf(person).text, ...lastOf(person).buttons].join('|')).toContain(then);
};

it('tips the next matches by buttons, in all groups in which they count, and asks for no tip twice', async () => {
  const { user, person } = await chats.bound();
  const { leagueId, ids, group } = await tipping(user, 'football', 2);
  const friends = await grouped(user, 'Friends', leagueId);
  await tip(user, friends.id, [{ match_id: ids[0]!, tip: { home: 3, away: 3 }, is_joker: false }]);
  await person.says('/tip');
  await asksFor(person, 'Avalon 1 – Borea 1');
  expect(lastOf(person).text).toContain(`Office\n${botWords('tip_group_known', { group: 'Friends', tip: '3–3' })}`);
  await press(person, '+', 'Avalon 1 4');
  await press(person, '−', 'Avalon 1 3');
  await press(person, 'Avalon 1 3', 'Avalon 1 3');
  expect(await tipsIn(group.id)).toEqual([]);
  await press(
    person,
    botWords('tip_save', { tip: '3–3' }),
    botWords('tip_saved', { home: 'Avalon 1', away: 'Borea 1', tip: '3–3', groups: 'Office, Friends' }),
  );
  for (const { id } of [group, friends]) expect(await tipsIn(id)).toMatchObject([{ match_id: ids[0], home: 3, away: 3 }]);
  await press(person, botWords('tip_next'), 'Avalon 2 – Borea 2');
  await press(person, botWords('tip_skip'), botWords('tip_end'));
  await tip(user, group.id, [{ match_id: ids[1]!, tip: { home: 0, away: 0 }, is_joker: false }]);
  await tip(user, friends.id, [{ match_id: ids[1]!, tip: { home: 0, away: 0 }, is_joker: false }]);
  await person.says('/tip');
  await answered(person, botWords('tip_none', { url: 'https://matchpoint.example/groups' }));
});

it.each([
  ['tennis', '2–1', [2, 1]],
  ['esports', '0–2', [0, 2]],
  ['basketball', botWords('tip_margin', { team: 'Borea 1', margin: '6–10' }), [0, 2]],
] as const)('offers what is possible in %s', async (sport, label, [home, away]) => {
  const { user, person } = await chats.bound();
  const { group } = await tipping(user, sport);
  await person.says('/tip');
  await asksFor(person, 'Avalon 1');
  expect(lastOf(person).buttons.at(-1)).toBe(botWords('tip_skip'));
  expect(lastOf(person).buttons).not.toContain(botWords('tip_save', { tip: '0–0' }));
  await press(person, label, `✓ ${label}`);
  await press(
    person,
    botWords('tip_save', { tip: label }),
    botWords('tip_saved', { home: 'Avalon 1', away: 'Borea 1', tip: label, groups: 'Office' }),
  );
  expect(await tipsIn(group.id)).toMatchObject([{ home, away }]);
});

it('judges by the arrival of the press: too late is said, and the tip before stays with its joker', async () => {
  const { user, person } = await chats.bound();
  const { ids, group } = await tipping(user);
  await person.says('/tip');
  await asksFor(person, 'Avalon 1');
  await tip(user, group.id, [{ match_id: ids[0]!, tip: { home: 2, away: 2 }, is_joker: false }]);
  await press(person, '+', 'Avalon 1 1');
  chats.test.clock.advance(HOUR_MS);
  await press(person, botWords('tip_save', { tip: '1–0' }), botWords('tip_late', { home: 'Avalon 1', away: 'Borea 1', groups: 'Office' }));
  expect(await tipsIn(group.id)).toMatchObject([{ home: 2, away: 2 }]);
});

it('saves nothing for a user who paused tipping', async () => {
  const { user, person } = await chats.bound();
  const { ids, group } = await tipping(user);
  await person.says('/tip');
  await asksFor(person, 'Avalon 1');
  const caller = { id: user.id, sessionId: randomUUID() };
  await chats.test.deps.db
    .updateTable('sessions')
    .set({ stepped_up_at: new Date(TEST_NOW) })
    .where('user_id', '=', user.id)
    .execute();
  await excludeSelf(chats.test.deps, caller, { kind: 'time_out', hours: 24, pauses_tipping: true });
  await person.sends(`save:${ids[0]}:1:0`);
  await soon(() => lastOf(person).text).toMatch(/^You’ve paused tipping/);
  await person.says('/tip');
  await soon(() => lastOf(person).text).toMatch(/^You’ve paused tipping/);
  expect(await tipsIn(group.id)).toEqual([]);
});

it('takes no button of another chat, of another user’s group, or that was made up', async () => {
  const [{ user, person }, { person: stranger }] = [await chats.bound(), await chats.bound()];
  const { ids, group } = await tipping(user);
  for (const data of [`save:${ids[0]}:1:0`, `tip:${ids[0]}:1:0`]) {
    await stranger.sends(data);
    await answered(stranger, botWords('tip_closed'));
    stranger.forgetsMessages();
  }
  for (const data of [`save:${ids[0]}:99:0`, `save:${ids[0]}:1:0:5`, 'save:x:1:0', `save:999999999:1:0`]) {
    await person.sends(data);
    await soon(() => person.sees().length).toBe(1);
    person.forgetsMessages();
  }
  // Another user's press on a message of this chat is no update of a private chat of theirs.
  await person.pressedBy(stranger.id, `save:${ids[0]}:1:0`);
  await person.says('/help');
  await answered(person, botWords('help'));
  expect(await tipsIn(group.id)).toEqual([]);
});
