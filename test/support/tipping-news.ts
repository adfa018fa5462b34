import { randomUUID } from 'node:crypto';
import { type NotificationChoices, putNotificationSettings } from '#contract/notifications.ts';
import { HOUR_MS } from '#domain/time.ts';
import type { RoundKind } from '#domain/tipping/rounds.ts';
import { PRESETS } from '#domain/tipping/rules.ts';
import { settingsOf } from '#server/modules/notifications/news/settings.ts';
import { callApp, type TestApp } from './app.ts';
import { createLeague, createMatch, createUser, type TestUser } from './factories.ts';
import { tippingCalls } from './tipping.ts';

/** Creates a user to whom the bot writes of tipping groups, as tests see best what it was to say. */
export async function createPlayer(current: TestApp, change: Partial<NotificationChoices> = {}): Promise<TestUser> {
  const user = await createUser(current);
  const at = current.deps.now();
  await current.deps.db
    .insertInto('linked_accounts')
    .values({
      ...{ id: randomUUID(), user_id: user.id, type: 'telegram', subject: randomUUID(), identifier: 'player', reachable: true },
      ...{ created_at: at, verified_at: at },
    })
    .execute();
  await choose(current, user, change);
  return user;
}

/** Stores what a user wants to be told; by default both kinds about tipping, in the chat. */
export async function choose(current: TestApp, user: TestUser, change: Partial<NotificationChoices>): Promise<void> {
  const { choices } = await settingsOf(current.deps, { id: user.id, sessionId: randomUUID() });
  const on = { push: false, telegram: true };
  const kinds = { ...choices.kinds, tip_reminder: on, round_digest: on };
  const { status } = await callApp(current.app, putNotificationSettings, { ...choices, kinds, ...change }, { token: user.token });
  if (status !== 200) throw new Error(`settings were refused: ${status}`);
}

/** Returns what was queued for a user, as lines of title and text, the oldest first. */
export async function toldOf({ deps }: TestApp, { id }: TestUser): Promise<string[]> {
  const rows = await deps.db.selectFrom('notifications').select('payload').where('user_id', '=', id).orderBy('news_id').execute();
  return rows.map(({ payload }) => {
    const { title, body } = payload as { title: string; body: string };
    return `${title} | ${body}`;
  });
}

interface Rounds {
  members: number;
  /** How many matches each round has. Round n begins on the nth day, an hour after the clock's time. */
  rounds: number[];
  round_kind?: RoundKind;
  quiet?: NotificationChoices['quiet'];
}

/** Founds a group on rounds of a league; its members are told in their chats. Tips and results are stored as their endpoints and imports would. */
export async function playRounds(current: TestApp, { members, rounds, round_kind = 'league_round', quiet = null }: Rounds) {
  const { db, now } = current.deps;
  const start = now().getTime();
  const inHours = (hours: number) => new Date(start + hours * HOUR_MS);
  const leagueId = await createLeague(db);
  const matches: number[][] = [];
  for (const [day, count] of rounds.entries()) {
    const ids: number[] = [];
    for (let n = 0; n < count; n++)
      ids.push(await createMatch(db, { leagueId, round: `Round ${day + 1}`, kickoffAt: inHours(24 * day + 1 + n / 60) }));
    matches.push(ids);
  }
  const users: TestUser[] = [];
  for (let n = 0; n <= members; n++) users.push(await createPlayer(current, { quiet }));
  const { create, join } = tippingCalls(() => current);
  const competitions = [{ kind: 'league' as const, league_id: leagueId }];
  const { reply } = await create(users[0]!, { name: 'Friends', competitions, round_kind, rules: PRESETS.classic });
  for (const user of users.slice(1)) await join(user, reply.code!);
  const rows = await db
    .selectFrom('tipping_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.id', 'u.id as user_id', 'u.public_handle'])
    .where('m.group_id', '=', reply.id)
    .execute();
  const rowOf = new Map(rows.map((row) => [row.user_id, row]));
  return {
    ...{ id: reply.id, leagueId, matches, users },
    handles: users.map(({ id }) => rowOf.get(id)!.public_handle),
    /** Enters tips on a match of a round. */
    tips: (round: number, n: number, of: [user: TestUser, home: number, away: number][]) =>
      db
        .insertInto('tips')
        .values(
          of.map(([user, home, away]) => ({
            ...{ group_id: reply.id, match_id: matches[round]![n]!, member_id: rowOf.get(user.id)!.id },
            ...{ home, away, is_joker: false, entered_at: now() },
          })),
        )
        .execute(),
    /** Ends a match so many hours after the start, or puts it off. */
    ends: (round: number, n: number, score: [number, number] | null, atHours: number, { status = 'ft', kickoffInHours = 0 } = {}) =>
      db
        .updateTable('matches')
        .set({
          ...{ status, status_since: inHours(atHours), fulltime_since: score && inHours(atHours) },
          ...{ home_score: score?.[0] ?? null, away_score: score?.[1] ?? null },
          ...(kickoffInHours > 0 && { kickoff_at: inHours(kickoffInHours) }),
        })
        .where('id', '=', matches[round]![n]!)
        .execute(),
  };
}
