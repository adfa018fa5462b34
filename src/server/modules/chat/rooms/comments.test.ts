import { beforeEach, expect, it } from 'vitest';
import * as api from '#contract/chat.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { eraseAccounts } from '#server/modules/account-closure/deletion.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { type Chatter, createChatter, createTalkingGroup, groupRoomOf, joinTalking, leaveGroup, sayInGroup } from '#test/support/chat.ts';
import { createRound, tippingCalls } from '#test/support/tipping.ts';

const test = useTestApp();
beforeEach(() => test.current.clock.set(TEST_NOW));
const { tip, tipsOf } = tippingCalls(() => test.current);

/** A group whose owner and member tipped the first of three matches that begin in one, two and three minutes. */
async function tipped({ visibility }: { visibility?: 'private' | 'listed' } = {}) {
  const { leagueId, matchIds } = await createRound(test.current, 3);
  const { group, owner, member } = await createTalkingGroup(test.current, { leagueId, ...(visibility && { visibility }) });
  await tip(owner, group.id, [
    { match_id: matchIds[0]!, tip: { home: 2, away: 1 } },
    { match_id: matchIds[1]!, tip: { home: 0, away: 0 } },
  ]);
  await tip(member, group.id, [{ match_id: matchIds[0]!, tip: { home: 1, away: 1 } }]);
  const { db } = test.current.deps;
  const rows = await db.selectFrom('tipping_members').select(['id', 'user_id']).where('group_id', '=', group.id).execute();
  const idOf = ({ id }: Chatter) => rows.find(({ user_id }) => user_id === id)!.id;
  const begin = (match: number) => test.current.clock.set(new Date(Date.parse(TEST_NOW) + match * MINUTE_MS + 1_000).toISOString());
  return { group, owner, member, matchIds, idOf, begin };
}

const comment = (user: Chatter, groupId: string, about: api.TipRef, text: string) => {
  test.current.clock.advance(3_000);
  return sayInGroup(test.current, user, groupId, text, { about });
};
const thread = ({ token }: Chatter, group_id: string, about: api.TipRef) =>
  callApp(test.current.app, api.getGroupChat, { group_id, ...about }, { token });
const refusedAs = (code: string) => ({ problem: { code } });

it('a tip is commented on once its match has closed, and the answer before tells nothing of the tips', async () => {
  const { group, owner, member, matchIds, idOf, begin } = await tipped();
  const [first, second] = [matchIds[0]!, matchIds[1]!];
  const early = await Promise.all(
    [
      { match_id: first, member_id: idOf(owner) },
      { match_id: second, member_id: idOf(member) },
      { match_id: 9_999_999, member_id: idOf(owner) },
    ].map((about) => sayInGroup(test.current, member, group.id, 'Well?', { about })),
  );
  for (const answer of early) expect(answer).toMatchObject({ status: 403, ...refusedAs('tips_hidden') });
  begin(1);
  const shown = await tipsOf(member, group.id, first);
  expect(shown.reply.items.map(({ comments }) => comments)).toEqual([
    { member_id: idOf(member), count: 0 },
    ...shown.reply.items.slice(1, -1).map(() => null),
    { member_id: idOf(owner), count: 0 },
  ]);
  test.current.published.length = 0;
  const { reply, status } = await comment(member, group.id, { match_id: first, member_id: idOf(owner) }, 'Brave');
  expect(status).toBe(201);
  const tipView = { match: { id: first, sport: 'football' }, member_id: idOf(owner), name: owner.handle, tip: { home: 2, away: 1 } };
  expect(test.current.published).toMatchObject([
    { topic: `chat:group:${group.id}`, change: { t: 'chat', messages: [{ id: reply.id, text: 'Brave', tip: tipView }] } },
  ]);
  expect(JSON.stringify(test.current.published)).not.toContain('score');
  expect((await thread(owner, group.id, { match_id: first, member_id: idOf(owner) })).reply.items).toMatchObject([
    { id: reply.id, tip: tipView },
  ]);
  expect((await thread(owner, group.id, { match_id: first, member_id: idOf(member) })).reply.items).toEqual([]);
  expect((await tipsOf(member, group.id, first)).reply.items.at(-1)).toMatchObject({ comments: { count: 1 } });
  // The second match is still open, whoever asks about it.
  expect(await comment(member, group.id, { match_id: second, member_id: idOf(owner) }, 'And this?')).toMatchObject(
    refusedAs('tips_hidden'),
  );
});

it('nobody comments on what no member of the group can see', async () => {
  const { group, owner, member, matchIds, idOf, begin } = await tipped({ visibility: 'listed' });
  const other = await tipped();
  const visitor = await createChatter(test.current);
  const about = { match_id: matchIds[0]!, member_id: idOf(owner) };
  begin(2);
  for (const match of matchIds.slice(0, 2)) await tipsOf(member, group.id, match);
  await tipsOf(other.owner, other.group.id, other.matchIds[0]!);
  expect(await comment(visitor, group.id, about, 'Hi')).toMatchObject({ status: 404, ...refusedAs('not_found') });
  expect(await thread(visitor, group.id, about)).toMatchObject({ status: 404, ...refusedAs('not_found') });
  const seen = (await tipsOf(visitor, group.id, about.match_id)).reply.items;
  expect(seen.map(({ comments }) => comments)).toEqual(seen.map(() => null));
  const foreign = { match_id: about.match_id, member_id: other.idOf(other.owner) };
  const elsewhere = { match_id: other.matchIds[0]!, member_id: idOf(owner) };
  const untipped = { match_id: matchIds[1]!, member_id: idOf(member) };
  expect(await comment(member, group.id, foreign, 'Who?')).toMatchObject(refusedAs('not_found'));
  expect(await comment(member, group.id, elsewhere, 'Where?')).toMatchObject(refusedAs('tips_hidden'));
  expect(await comment(member, group.id, untipped, 'No tip')).toMatchObject(refusedAs('not_found'));
  expect(
    (await callApp(test.current.app, api.getGroupChat, { group_id: group.id, match_id: 1 }, { token: member.token })).problem.code,
  ).toBe('invalid_query');
});

it('a tip of somebody who left has no name, is not commented on any more, and an erased account leaves no trace', async () => {
  const { group, owner, member, matchIds, idOf, begin } = await tipped();
  const [third, about] = [await joinTalking(test.current, group), { match_id: matchIds[0]!, member_id: idOf(member) }];
  begin(1);
  await tipsOf(owner, group.id, about.match_id);
  await comment(owner, group.id, about, 'A draw?');
  await leaveGroup(test.current, member, group.id, member);
  const last = async () => (await groupRoomOf(test.current, third, group.id)).reply.items.at(-1);
  expect(await last()).toMatchObject({ text: 'A draw?', tip: { name: null, tip: { home: 1, away: 1 } } });
  expect(await comment(owner, group.id, about, 'Gone')).toMatchObject(refusedAs('not_found'));
  await test.current.deps.db.updateTable('users').set({ deletion_due_at: test.current.deps.now() }).where('id', '=', member.id).execute();
  await eraseAccounts(test.current.deps);
  expect(JSON.stringify(await last())).not.toContain(member.handle);
});

it('a comment is removed, muted and counted as any message of the room', async () => {
  const { group, owner, member, matchIds, idOf, begin } = await tipped();
  const about = { match_id: matchIds[0]!, member_id: idOf(member) };
  begin(1);
  await tipsOf(owner, group.id, about.match_id);
  const { reply } = await comment(member, group.id, about, 'Mine is best');
  await comment(owner, group.id, about, 'Is it?');
  expect(await sayInGroup(test.current, owner, group.id, 'at once', { about })).toMatchObject({ status: 429 });
  await callApp(test.current.app, api.removeGroupMessage, { group_id: group.id, id: reply.id }, { token: owner.token });
  expect((await thread(owner, group.id, about)).reply.items).toMatchObject([{ text: '', removed: 'group' }, { text: 'Is it?' }]);
  expect((await tipsOf(owner, group.id, about.match_id)).reply.items.find(({ handle }) => handle === member.handle)).toMatchObject({
    comments: { count: 1 },
  });
  await callApp(test.current.app, api.muteInGroup, { group_id: group.id, handle: member.handle, hours: 24 }, { token: owner.token });
  expect(await comment(member, group.id, about, 'Hey')).toMatchObject(refusedAs('group_muted'));
});
