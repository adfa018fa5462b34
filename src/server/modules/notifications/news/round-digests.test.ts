import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { eraseUser } from '#server/modules/account-closure/deletion.ts';
import { TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createMatch, type TestUser } from '#test/support/factories.ts';
import { playRounds, toldOf } from '#test/support/tipping-news.ts';
import { notificationWords as words } from '#test/support/words.ts';
import { notifyFollowers } from './notify-followers.ts';
import { digestRounds } from './round-digests.ts';

const test = useTestApp({ FEED: 'none' });
const told = (user: TestUser) => toldOf(test.current, user);

beforeEach(async () => {
  const { db } = test.current.deps;
  for (const table of ['notifications', 'news', 'tipping_groups', 'notification_settings'] as const) await db.deleteFrom(table).execute();
  test.current.clock.set(TEST_NOW);
});

/** Runs the jobs at a time. Returns how many rounds were found to be over. */
async function digestAt(hours: number): Promise<number> {
  test.current.clock.set(new Date(Date.parse(TEST_NOW) + hours * HOUR_MS));
  const digested = await digestRounds(test.current.deps);
  await notifyFollowers(test.current.deps);
  return digested;
}

const line = (group: string, ...lines: string[]) => `${words('round_over', { group })} | ${lines.join(' · ')}`;

describe('the digest of a round', () => {
  it('tells each member who tipped place, points and winner, once the results have stood for ten minutes', async () => {
    const { users, ends, tips, handles } = await playRounds(test.current, { members: 3, rounds: [1, 1] });
    const [a, b, c, idle] = users as [TestUser, TestUser, TestUser, TestUser];
    await tips(0, 0, [
      [a, 1, 0],
      [b, 2, 0],
      [c, 0, 1],
    ]);
    await tips(1, 0, [
      [a, 0, 1],
      [b, 1, 2],
      [c, 2, 1],
    ]);
    await ends(0, 0, [1, 0], 2);
    expect(await digestAt(2.1)).toBe(0);
    expect(await digestAt(2.2)).toBe(1);
    await ends(1, 0, [2, 1], 26);
    expect(await digestAt(26.2)).toBe(1);
    expect(await digestAt(27)).toBe(0);
    const points = (count: number) => words('round_points', { points: count });
    expect(await told(a)).toEqual([
      line('Friends', words('round_place', { place: 1 }), points(4), words('round_won')),
      line('Friends', words('round_place_kept', { place: 1 }), points(0), words('round_won_by', { names: handles[2]!, points: 4 })),
    ]);
    // The crowd is in the table, as everywhere: it is second twice.
    expect(await told(b)).toEqual([
      line('Friends', words('round_place', { place: 3 }), points(2), words('round_won_by', { names: handles[0]!, points: 4 })),
      line(
        'Friends',
        words('round_place_moved', { before: 3, place: 4 }),
        points(0),
        words('round_won_by', { names: handles[2]!, points: 4 }),
      ),
    ]);
    // Level with the first, who had the score right as well: they share the place.
    expect((await told(c))[1]).toBe(line('Friends', words('round_place_moved', { before: 4, place: 1 }), points(4), words('round_won')));
    expect(await told(idle)).toEqual([]);
  });

  it('comes once: a corrected result, a late match and another run send no second', async () => {
    const { users, ends, tips } = await playRounds(test.current, { members: 1, rounds: [3] });
    const [a, b] = users as [TestUser, TestUser];
    for (const n of [0, 1, 2])
      await tips(0, n, [
        [a, 1, 0],
        [b, 0, 0],
      ]);
    await ends(0, 0, [1, 0], 2);
    expect(await digestAt(2.5)).toBe(0);
    await ends(0, 1, [1, 0], 3);
    // Put off by weeks: the round is told without it.
    await ends(0, 2, null, 3, { status: 'ns', kickoffInHours: 24 * 20 });
    expect(await digestAt(3.5)).toBe(1);
    await ends(0, 0, [0, 0], 4);
    await ends(0, 2, [0, 0], 24 * 20 + 2);
    expect(await digestAt(4.5)).toBe(0);
    // Also when the news is forgotten.
    await test.current.deps.db.deleteFrom('news').execute();
    expect(await digestAt(24 * 20 + 3)).toBe(0);
    expect((await told(a)).length).toBe(1);
  });

  it('waits for the matches of the next days, and for half of the round', async () => {
    const { users, ends, tips, leagueId } = await playRounds(test.current, { members: 0, rounds: [2] });
    await tips(0, 0, [[users[0]!, 1, 0]]);
    // One match was brought forward: most of the round is weeks away.
    for (const n of [0, 1]) await createMatch(test.current.deps.db, { leagueId, round: 'Round 1', kickoffAt: inHours(24 * 30 + n) });
    await ends(0, 0, [1, 0], 2);
    expect(await digestAt(2.5)).toBe(0);
    await ends(0, 1, [1, 0], 3);
    // Two of four have been played; one that is dated within four days holds the rest up.
    const near = await createMatch(test.current.deps.db, { leagueId, round: 'Round 1', kickoffAt: inHours(90) });
    expect(await digestAt(3.5)).toBe(0);
    await test.current.deps.db.updateTable('matches').set({ status: 'canc' }).where('id', '=', near).execute();
    expect(await digestAt(3.6)).toBe(1);
  });

  it.each(['week', 'day'] as const)('knows rounds by the %s, also if nobody has looked at the group', async (round_kind) => {
    const { users, ends, tips } = await playRounds(test.current, { members: 0, rounds: [1], round_kind });
    await tips(0, 0, [[users[0]!, 1, 0]]);
    await ends(0, 0, [1, 0], 2);
    expect(await digestAt(2.5)).toBe(1);
    expect(await told(users[0]!)).toHaveLength(1);
  });

  it('is not told a day late, nor to who left, or was erased, meanwhile', async () => {
    const { users, ends, tips, id, handles } = await playRounds(test.current, { members: 2, rounds: [1, 1] });
    const [a, left, erased] = users as [TestUser, TestUser, TestUser];
    await tips(0, 0, [
      [a, 1, 0],
      [left, 1, 0],
      [erased, 1, 0],
    ]);
    await tips(1, 0, [[a, 1, 0]]);
    await ends(0, 0, [1, 0], 2);
    test.current.clock.set(inHours(2.5));
    expect(await digestRounds(test.current.deps)).toBe(1);
    const { db } = test.current.deps;
    await db
      .updateTable('tipping_members')
      .set({ left_at: inHours(2.6) })
      .where('group_id', '=', id)
      .where('user_id', '=', left.id)
      .execute();
    await eraseUser(db, erased.id, `deleted_${handles[2]}`);
    await notifyFollowers(test.current.deps);
    expect(await Promise.all([a, left, erased].map(async (user) => (await told(user)).length))).toEqual([1, 0, 0]);
    expect(await db.selectFrom('round_digests').select('user_id').execute()).toEqual([]);
    await ends(1, 0, [1, 0], 26);
    expect(await digestAt(51)).toBe(0);
    expect(await digestAt(51.1)).toBe(0);
  });

  it('is told once by two processes at the same time, and waits for the end of quiet hours', async () => {
    const { users, ends, tips } = await playRounds(test.current, {
      members: 0,
      rounds: [1],
      quiet: { from: '14:00', to: '15:00', kinds: [] },
    });
    const [a] = users as [TestUser];
    await tips(0, 0, [[a, 1, 0]]);
    await ends(0, 0, [1, 0], 2);
    test.current.clock.set(inHours(2.5));
    const { deps } = test.current;
    const done = await Promise.all([digestRounds(deps), digestRounds(deps)]);
    expect(done[0]! + done[1]!).toBe(1);
    await Promise.all([notifyFollowers(deps), notifyFollowers(deps)]);
    const rows = await deps.db.selectFrom('notifications').select(['next_try_at', 'user_id']).where('user_id', '=', a.id).execute();
    expect(rows.map(({ next_try_at }) => next_try_at?.toISOString())).toEqual(['2026-11-20T15:00:00.000Z']);
  });

  it('is not told to who hides results, as it tells one', async () => {
    const { users, ends, tips } = await playRounds(test.current, { members: 1, rounds: [1] });
    const [hiding, plain] = users as [TestUser, TestUser];
    await tips(0, 0, [
      [hiding, 1, 0],
      [plain, 1, 0],
    ]);
    await test.current.deps.db
      .updateTable('sessions')
      .set({ shield: 'reveal', shield_at: inHours(0), expires_at: inHours(100) })
      .where('user_id', '=', hiding.id)
      .execute();
    await ends(0, 0, [1, 0], 2);
    expect(await digestAt(2.5)).toBe(1);
    expect([(await told(hiding)).length, (await told(plain)).length]).toEqual([0, 1]);
  });
});

const inHours = (hours: number): Date => new Date(Date.parse(TEST_NOW) + Math.round(hours * 60) * MINUTE_MS);
