import { expect, it } from 'vitest';
import * as api from '#contract/tipping-groups.ts';
import { useTestApp } from '#test/support/app.ts';
import { createUser, type TestUser } from '#test/support/factories.ts';
import { createRound, joinAll, scoreMatch, tippingCalls } from '#test/support/tipping.ts';

const test = useTestApp({ FEED: 'none' });
const { call, create, join, tip } = tippingCalls(() => test.current);
const handleOf = async ({ id }: TestUser) =>
  (await test.current.deps.db.selectFrom('users').select('public_handle').where('id', '=', id).executeTakeFirstOrThrow()).public_handle;

async function newGroup(visibility: 'private' | 'listed', name = 'Friends') {
  const owner = await createUser(test.current);
  const { leagueId, matchIds } = await createRound(test.current, 1);
  const { reply } = await create(owner, { name, visibility, competitions: [{ kind: 'league', league_id: leagueId }] });
  return { owner, group: reply, matchId: matchIds[0]! };
}

const ask = (path: string) => test.current.app.request(path);
const bodyOf = async (path: string) => (await ask(path)).text();

it('shows the table of a group that is open to everybody', async () => {
  const { owner, group, matchId } = await newGroup('listed', '<b>Friends</b>');
  const friend = await createUser(test.current);
  await join(friend, group.code!);
  await tip(owner, group.id, [{ match_id: matchId, tip: { home: 2, away: 1 } }]);
  test.current.clock.advance(120 * 60_000);
  await scoreMatch(test.current, matchId, [2, 1]);
  const page = await bodyOf(`/embed/group/${group.id}?lang=en`);
  expect(page).toContain('<caption>Table of the group &lt;b&gt;Friends&lt;/b&gt;</caption>');
  expect(page).toContain(`<td>1</td><th scope="row"><span dir="auto">${await handleOf(owner)}</span></th><td class="total">4</td>`);
  expect(page).toContain(await handleOf(friend));
  expect(page).toContain('2 members');
  expect(page).toContain('Our model');
});

it('says the same of a private group as of one that does not exist, also once it becomes private', async () => {
  const { group: secret, owner } = await newGroup('private', 'Secret friends');
  const { group, owner: host } = await newGroup('listed', 'Open friends');
  const unknown = await ask('/embed/group/0b6f5f0e-5d2a-4a5c-9d7e-3a2f0c1d4e5f?lang=en');
  const hidden = await ask(`/embed/group/${secret.id}?lang=en`);
  expect([hidden.status, unknown.status]).toEqual([404, 404]);
  const said = await hidden.text();
  expect(said).toBe(await unknown.text());
  expect(said).toContain('Only groups that are open to everyone can be embedded.');
  for (const word of ['Secret', await handleOf(owner)]) expect(said).not.toContain(word);

  expect((await ask(`/embed/group/${group.id}?lang=en`)).status).toBe(200);
  await call(api.updateTippingGroup, { group_id: group.id, visibility: 'private' }, host);
  expect((await ask(`/embed/group/${group.id}?lang=en`)).status).toBe(404);
});

it('cuts a long table, and leads to the rest', async () => {
  const { group } = await newGroup('listed');
  await joinAll(test.current, group.code!, 30);
  const page = await bodyOf(`/embed/group/${group.id}?lang=en`);
  expect(page.match(/<th scope="row">/g)).toHaveLength(20);
  expect(page).toContain('The first 20 of 33');
  expect(page).toContain(`<a href="/group/${group.id}?lang=en" target="_blank"`);
});
