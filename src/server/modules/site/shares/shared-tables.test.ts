import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createShare, getShared, listShares, type Shared } from '#contract/shares.ts';
import { endTippingGroup, removeTippingMember, updateTippingGroup } from '#contract/tipping-groups.ts';
import { HOUR_MS } from '#domain/time.ts';
import { sharedWords } from '#server/modules/site/seo/shared-words.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createUser, type TestUser } from '#test/support/factories.ts';
import { playRounds } from '#test/support/tipping-news.ts';

const test = useTestApp({ FEED: 'none' });
beforeEach(async () => {
  test.current.clock.set(TEST_NOW);
  await test.current.deps.db.deleteFrom('rate_limits').execute();
});

const at = (hours: number) => test.current.clock.set(new Date(Date.parse(TEST_NOW) + hours * HOUR_MS));
const call: typeof callApp = (...of) => callApp(...of);
const share = ({ token }: TestUser, tipping_group_id: string, tipping_round: string, shows_name = false) =>
  call(test.current.app, createShare, { tipping_group_id, tipping_round, shows_name, shows_points: false }, { token });
const look = (id: string) => call(test.current.app, getShared, { id });

/** Twelve members of whom all tipped the first round; its match is over, that of the second is to come. */
async function play() {
  const game = await playRounds(test.current, { members: 11, rounds: [1, 1] });
  const { tips, ends, users, id } = game;
  // The nth member's tip is right or not by its number: places from the first to the last.
  await tips(
    0,
    0,
    users.map((user, n): [TestUser, number, number] => [user, n < 3 ? 2 : 0, n < 3 ? 1 : 5]),
  );
  await ends(0, 0, [2, 1], 3);
  at(0.2);
  const { league_id, season } = await test.current.deps.db
    .selectFrom('matches')
    .select(['league_id', 'season'])
    .where('id', '=', game.matches[0]![0]!)
    .executeTakeFirstOrThrow();
  const round = (n: number) => `league:${league_id}:${season}:Round ${n}`;
  return { ...game, round, groupId: id };
}
const namesIn = ({ table }: Shared) => table!.rows.map(({ name }) => name);

describe('a shared table of a group', () => {
  it('shows the first five and who is around the sharer, of a private group without names, code, ids or the other members', async () => {
    const { groupId, round, users, handles } = await play();
    const sharer = users[10]!;
    const { status, reply } = await share(sharer, groupId, round(1));
    expect([status, reply.tipping_round]).toEqual([200, round(1)]);
    const shown = (await look(reply.id)).reply;
    expect(shown).toMatchObject({ match: null, bet: null, name: null, is_hidden: false, table: { group: 'Friends', members: null } });
    expect(shown.table!.rows.map(({ place, points }) => [place, points]).slice(0, 4)).toEqual([
      [1, 4],
      [1, 4],
      [1, 4],
      [4, 0],
    ]);
    const own = shown.table!.rows.findIndex(({ is_sharer }) => is_sharer);
    expect(shown.table!.rows.length).toBeLessThanOrEqual(8);
    expect(shown.table!.rows[own]!.position - shown.table!.rows[own - 1]!.position).toBe(1);
    const { code } = await test.current.deps.db
      .selectFrom('tipping_groups')
      .select('code')
      .where('id', '=', groupId)
      .executeTakeFirstOrThrow();
    const text = JSON.stringify(shown);
    for (const secret of [groupId, code, ...handles, ...users.map(({ id }) => id)]) expect(text).not.toContain(secret);
    // Named by their own choice, and alone.
    const named = (await share(sharer, groupId, round(1), true)).reply;
    expect(named.id).toBe(reply.id);
    expect(namesIn((await look(named.id)).reply).filter((name) => name !== null)).toEqual([handles[10]]);
  });

  it('names the members of a listed group, and no more once it is private', async () => {
    const { groupId, round, users, handles } = await play();
    const { token } = users[0]!;
    const set = (visibility: 'listed' | 'private') =>
      call(test.current.app, updateTippingGroup, { group_id: groupId, visibility }, { token });
    expect((await set('listed')).status).toBe(200);
    const { id } = (await share(users[0]!, groupId, round(1))).reply;
    const names = namesIn((await look(id)).reply);
    expect(names).toContain(handles[1]);
    expect(names).not.toContain(handles[0]);
    await set('private');
    at(0.21);
    expect(namesIn((await look(id)).reply).every((name) => name === null)).toBe(true);
  });

  it('is of a round that is over, of a group of one’s own', async () => {
    const { groupId, round, users } = await play();
    const stranger = await createUser(test.current);
    expect(await share(users[0]!, groupId, round(2))).toMatchObject({ status: 409, problem: { code: 'round_not_over' } });
    expect(await share(users[0]!, groupId, round(3))).toMatchObject({ status: 404 });
    expect(await share(stranger, groupId, round(1))).toMatchObject({ status: 404 });
    expect(await share(users[0]!, randomUUID(), round(1))).toMatchObject({ status: 404 });
    const both = { tipping_group_id: groupId, bet_id: randomUUID(), tipping_round: round(1), shows_name: false, shows_points: false };
    for (const bad of [both, { ...both, bet_id: undefined, tipping_round: undefined }, { ...both, tipping_group_id: undefined }])
      expect((await call(test.current.app, createShare, bad as never, { token: users[0]!.token })).status).toBe(400);
  });

  it('follows a correction, tells nothing while the round is played again, and not of later rounds', async () => {
    const { groupId, round, users, ends, tips } = await play();
    const { id } = (await share(users[0]!, groupId, round(1), true)).reply;
    await tips(1, 0, [[users[0]!, 1, 0]]);
    await ends(1, 0, [1, 0], 30);
    await ends(0, 0, [0, 5], 31);
    at(0.3);
    expect((await look(id)).reply.table!.rows.find(({ is_sharer }) => is_sharer)).toMatchObject({ points: 0 });
    await ends(0, 0, [0, 5], 31, { status: 'h2' });
    at(0.4);
    expect((await look(id)).reply).toMatchObject({ is_hidden: true, table: null });
  });

  it('ends when the sharer leaves the group or withdraws it, and when the group ends', async () => {
    const { groupId, round, users, handles } = await play();
    const [owner, leaver] = [users[0]!, users[1]!];
    const [kept, left] = [(await share(owner, groupId, round(1))).reply, (await share(leaver, groupId, round(1))).reply];
    expect((await look(left.id)).status).toBe(200);
    await call(test.current.app, removeTippingMember, { group_id: groupId, handle: handles[1]! }, { token: leaver.token });
    expect([(await look(left.id)).status, (await look(kept.id)).status]).toEqual([404, 200]);
    const of = { tipping_group_id: groupId, tipping_round: round(1) };
    expect((await call(test.current.app, listShares, of, { token: owner.token })).reply.items.map(({ id }) => id)).toEqual([kept.id]);
    await call(test.current.app, endTippingGroup, { group_id: groupId }, { token: owner.token });
    expect((await look(kept.id)).status).toBe(404);
  });

  it('has a picture, and a title that tells no place', async () => {
    const { groupId, round, users } = await play();
    const { id } = (await share(users[3]!, groupId, round(1), true)).reply;
    for (const lang of ['en', 'zh-CN', 'vi']) {
      const picture = await test.current.app.request(`/share/shared/${id}.png?lang=${lang}`);
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    }
    const { title } = sharedWords((await look(id)).reply, 'en');
    expect(title).toMatch(/^Friends: table after .+ · Round 1$/);
  });
});
