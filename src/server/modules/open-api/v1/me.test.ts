import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { placeBet } from '#contract/bets.ts';
import type { Endpoint, InputOf } from '#contract/endpoint.ts';
import { removeTippingMember } from '#contract/tipping-groups.ts';
import * as api from '#contract/v1/me.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { makeKey } from '#test/support/api-keys.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createContest, createMatch, createUser, type TestUser } from '#test/support/factories.ts';
import { createRound, joinAll, scoreMatch, tippingCalls } from '#test/support/tipping.ts';

const test = useTestApp();
const { create, round, tip, see } = tippingCalls(() => test.current);
afterEach(() => test.current.clock.set(TEST_NOW));

let user: TestUser;
let key: string;
beforeAll(async () => {
  user = await createUser(test.current, 5_000);
  ({ key } = await makeKey(test.current, user));
});

const call = <E extends Endpoint>(endpoint: E, input: InputOf<E>, token = key) => callApp(test.current.app, endpoint, input, { token });

/** A group of the user with matches that begin one minute after the other, and its other members. */
async function groupWith(matches: number, members = 0, visibility: 'private' | 'listed' = 'private') {
  const { leagueId, matchIds } = await createRound(test.current, matches);
  const { reply } = await create(user, { name: 'Friends', visibility, competitions: [{ kind: 'league', league_id: leagueId }] });
  return { id: reply.id, matchIds, others: await joinAll(test.current, reply.code!, members) };
}

describe('the owner', () => {
  it('is known by handle and chosen name, and by nothing else', async () => {
    const { reply } = await call(api.ownProfile, {});
    const { public_handle } = await test.current.deps.db
      .selectFrom('users')
      .select('public_handle')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(reply).toEqual({
      ...{ handle: public_handle, display_name: expect.stringMatching(/^User \d+$/), avatar_url: null, time_zone: 'UTC' },
      ...{ member_since: TEST_NOW, scopes: ['read', 'me:read', 'me:tip'] },
    });
  });

  it('without a chosen name has none: no part of the address takes its place', async () => {
    const nameless = await createUser(test.current);
    await test.current.deps.db.updateTable('users').set({ display_name: null }).where('id', '=', nameless.id).execute();
    const answer = await call(api.ownProfile, {}, (await makeKey(test.current, nameless)).key);
    expect(answer.reply.display_name).toBeNull();
    expect(JSON.stringify(answer.reply)).not.toContain(nameless.email);
  });

  it('has points and a level', async () => {
    expect((await call(api.ownBalance, {})).reply).toEqual({ points: 5_000, level: 'bronze_i', experience: 0, next_level_at: 100 });
    expect((await call(api.ownBalance, { fields: 'points' })).reply).toEqual({ points: 5_000 });
  });
});

describe('the list of bets', () => {
  it('leads from page to page, each bet once, also while new ones are placed', async () => {
    const bettor = await createUser(test.current, 5_000);
    const { key: theirs } = await makeKey(test.current, bettor);
    const kickoffAt = new Date(Date.parse(TEST_NOW) + 60 * MINUTE_MS);
    const stake = async () => {
      const match_id = await createMatch(test.current.deps.db, { kickoffAt });
      await createContest(test.current.deps.db, match_id, test.current.clock.now());
      const input = { market: 'wdl', match_id, pick: 'home', stake: 100 } as const;
      const answer = await callApp(test.current.app, placeBet, input, { token: bettor.token, key: randomUUID() });
      expect(answer.status).toBe(201);
      return match_id;
    };
    const matchIds: number[] = [];
    // Two are placed at the same moment.
    for (const ms of [0, 1, 1, 0, 1]) {
      test.current.clock.advance(ms);
      matchIds.unshift(await stake());
    }
    const first = (await call(api.ownBets, { limit: 2 }, theirs)).reply;
    await stake();
    const second = (await call(api.ownBets, { limit: 2, cursor: first.next_cursor! }, theirs)).reply;
    const third = (await call(api.ownBets, { limit: 2, cursor: second.next_cursor! }, theirs)).reply;
    const seen = [first, second, third].flatMap(({ data }) => data.map(({ match }) => match.id));
    expect(seen.toSorted()).toEqual(matchIds.toSorted());
    expect(third.next_cursor).toBeNull();
    expect(first.data[0]).toMatchObject({ stake: 100, state: 'ongoing', pick: 'home', match: { status: 'ns', score: null } });
    expect((await call(api.ownBets, { status: 'won' }, theirs)).reply).toEqual({ data: [], next_cursor: null });
  });

  it.each([
    'x',
    '""',
    Buffer.from('{}').toString('base64url'),
    Buffer.from('["2026-11-20T12:00:00Z","x"]').toString('base64url'),
    Buffer.from(`["-271821-04-20T00:00:00.000Z","${randomUUID()}"]`).toString('base64url'),
    Buffer.from(`["2026-11-20T12:00:00Z","${randomUUID()}","more"]`).toString('base64url'),
  ])('refuses the cursor %j', async (cursor) => {
    expect((await call(api.ownBets, { cursor })).problem).toMatchObject({ code: 'invalid_query', params: { field: 'cursor' } });
  });
});

describe('tipping groups', () => {
  it('are those of the owner', async () => {
    const { id } = await groupWith(2);
    const stranger = await createUser(test.current);
    const { key: theirs } = await makeKey(test.current, stranger);
    const mine = (await call(api.ownGroups, {})).reply.data.find((group) => group.id === id);
    expect(mine).toMatchObject({ name: 'Friends', role: 'owner', members: 1, place: null, points: 0, missing_tips: 2 });
    expect((await call(api.ownGroups, {}, theirs)).reply).toEqual({ data: [], next_cursor: null });
  });

  it.each(['private', 'listed'] as const)('a %s one is not found by those who are no members', async (visibility) => {
    const { id, matchIds } = await groupWith(1, 0, visibility);
    const { key: theirs } = await makeKey(test.current, await createUser(test.current));
    const tips = [{ match_id: matchIds[0]!, tip: { home: 1, away: 0 } }];
    for (const { problem } of [
      await call(api.ownGroupTable, { id }, theirs),
      await call(api.ownGroupMatches, { id }, theirs),
      await call(api.putOwnTips, { id, tips }, theirs),
    ])
      expect(problem.code).toBe('not_found');
  });

  it('have a table in pages of one size', async () => {
    const { id, matchIds, others } = await groupWith(1, 2);
    await tip(others[0]!, id, [{ match_id: matchIds[0]!, tip: { home: 2, away: 1 } }]);
    test.current.clock.advance(2 * MINUTE_MS);
    await scoreMatch(test.current, matchIds[0]!, [2, 1]);
    const first = (await call(api.ownGroupTable, { id, limit: 2 })).reply;
    expect(first).toMatchObject({ id, name: 'Friends', visibility: 'private', is_live: false, me: { is_me: true } });
    expect(first.data[0]).toMatchObject({ kind: 'member', exact: 1, is_me: false, name: null });
    const rest = (await call(api.ownGroupTable, { id, limit: 2, cursor: first.next_cursor! })).reply;
    expect(rest.data.length).toBeGreaterThan(0);
    expect((await call(api.ownGroupTable, { id, limit: 3, cursor: first.next_cursor! })).problem.params).toEqual({ field: 'cursor' });
  });

  it('show the matches that can be tipped with their deadlines, and never tips of others', async () => {
    const { id, matchIds, others } = await groupWith(2, 1);
    await tip(others[0]!, id, [{ match_id: matchIds[1]!, tip: { home: 4, away: 3 } }]);
    await tip(user, id, [{ match_id: matchIds[1]!, tip: { home: 2, away: 1 } }]);
    const { reply } = await call(api.ownGroupMatches, { id });
    expect(
      reply.data.map(({ match, state, closes_at, tip: mine }) => [match.id, state, closes_at, mine && [mine.home, mine.away]]),
    ).toEqual([
      [matchIds[0], 'open', '2026-11-20T12:01:00.000Z', null],
      [matchIds[1], 'open', '2026-11-20T12:02:00.000Z', [2, 1]],
    ]);
    expect(JSON.stringify(reply)).not.toMatch(/"home":4/);
    test.current.clock.advance(MINUTE_MS);
    const states = async (state: 'open' | 'all') =>
      (await call(api.ownGroupMatches, { id, state })).reply.data.map(({ match }) => match.id);
    expect([await states('open'), await states('all')]).toEqual([[matchIds[1]], matchIds]);
    expect((await call(api.ownGroupMatches, { id, round: 'nowhere' })).problem.code).toBe('not_found');
  });
});

describe('tips by a key', () => {
  it('are those that the page of the group shows, and each stands or falls alone', async () => {
    const { id, matchIds } = await groupWith(2);
    test.current.clock.advance(MINUTE_MS);
    const elsewhere = await createMatch(test.current.deps.db, { kickoffAt: new Date(Date.parse(TEST_NOW) + 60 * MINUTE_MS) });
    const score = { home: 1, away: 0 };
    const tips = [matchIds[0]!, matchIds[1]!, elsewhere].map((match_id) => ({ match_id, tip: score }));
    const { status, reply } = await call(api.putOwnTips, { id, tips });
    expect(status).toBe(200);
    expect(reply).toEqual({
      data: [
        { match_id: matchIds[0], outcome: 'late' },
        { match_id: matchIds[1], outcome: 'saved' },
        { match_id: elsewhere, outcome: 'not_in_group' },
      ],
      judged_at: '2026-11-20T12:01:00.000Z',
    });
    const shown = (await round(user, id)).reply.items.map(({ mine }) => mine && { home: mine.home, away: mine.away });
    expect(shown).toEqual([null, score]);
    await call(api.putOwnTips, { id, tips: [{ match_id: matchIds[1]!, tip: null }] });
    expect((await round(user, id)).reply.items.every(({ mine }) => mine === null)).toBe(true);
  });

  it('are refused for a group that the owner has left', async () => {
    const { id, matchIds, others } = await groupWith(1, 1);
    const [member] = others as [TestUser];
    const { key: theirs } = await makeKey(test.current, member);
    const { handle } = (await call(api.ownProfile, {}, theirs)).reply;
    await callApp(test.current.app, removeTippingMember, { group_id: id, handle }, { token: member.token });
    const tips = [{ match_id: matchIds[0]!, tip: { home: 1, away: 0 } }];
    expect((await call(api.putOwnTips, { id, tips }, theirs)).problem.code).toBe('not_found');
    expect((await see(user, id)).reply.members).toBe(1);
  });
});
