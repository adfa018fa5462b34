import { randomUUID } from 'node:crypto';
import { getChat, getGroupChat, sendChat, sendGroupChat, type TipRef } from '#contract/chat.ts';
import { removeTippingMember, type TippingGroup } from '#contract/tipping-groups.ts';
import type { Locale } from '#domain/identity/locale.ts';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import { DAY_MS } from '#domain/time.ts';
import { type Answer, callApp, type TestApp } from './app.ts';
import { createLeague, createMatch, createUser, type TestUser } from './factories.ts';
import { tippingCalls } from './tipping.ts';

export interface Chatter extends TestUser {
  handle: string;
}

/** Creates a user who may chat: with a confirmed address, and an account that is a month old by default. */
export async function createChatter(test: Pick<TestApp, 'deps'>, { days = 30, confirmed = true } = {}): Promise<Chatter> {
  const { db, now } = test.deps;
  const user = await createUser(test);
  const created_at = new Date(now().getTime() - days * DAY_MS);
  const { public_handle } = await db
    .updateTable('users')
    .set({ created_at, email_verified_at: confirmed ? now() : null })
    .where('id', '=', user.id)
    .returning('public_handle')
    .executeTakeFirstOrThrow();
  return { ...user, handle: public_handle };
}

/** Creates a match, by default with a status in which its rooms are open. */
export const createRooms = ({ deps }: Pick<TestApp, 'deps'>, status: MatchStatus = 'h1'): Promise<number> =>
  createMatch(deps.db, { kickoffAt: new Date(deps.now().getTime() - 20 * 60_000), status });

export interface Said {
  locale?: Locale;
  cid?: string;
  reply_to?: string;
}

/** Sends a message over HTTP. */
export const say = (
  { app }: Pick<TestApp, 'app'>,
  { token }: Pick<TestUser, 'token'>,
  id: number,
  text: string,
  { locale = 'en', cid = randomUUID(), ...more }: Said = {},
): Promise<Answer<typeof sendChat>> => callApp(app, sendChat, { id, locale, cid, text, ...more }, { token });

/** Sends a message over HTTP, expects success, and returns its id. */
export async function saidIn(...args: Parameters<typeof say>): Promise<string> {
  const { status, reply, problem } = await say(...args);
  if (status !== 201) throw new Error(`was not taken: ${problem.code}`);
  return reply.id;
}

/** Reads a room as a guest. */
export const roomOf = async ({ app }: Pick<TestApp, 'app'>, id: number, more: { locale?: Locale; before?: string } = {}) =>
  (await callApp(app, getChat, { id, locale: 'en', ...more })).reply;

/** Creates a tipping group of chatters with an owner and a member. */
export async function createTalkingGroup(
  test: TestApp,
  { visibility = 'private', leagueId }: { visibility?: TippingGroup['visibility']; leagueId?: number } = {},
) {
  const { create } = tippingCalls(() => test);
  const owner = await createChatter(test);
  const league_id = leagueId ?? (await createLeague(test.deps.db));
  const made = await create(owner, { name: 'Friends', visibility, competitions: [{ kind: 'league', league_id }] });
  const group = { id: made.reply.id, code: made.reply.code! };
  return { group, owner, member: await joinTalking(test, group) };
}

/** Adds a chatter to a group. */
export async function joinTalking(test: TestApp, { id }: { id: string }, user?: Chatter): Promise<Chatter> {
  const chatter = user ?? (await createChatter(test));
  const { code } = await test.deps.db.selectFrom('tipping_groups').select('code').where('id', '=', id).executeTakeFirstOrThrow();
  const { status } = await tippingCalls(() => test).join(chatter, code);
  if (status !== 200) throw new Error('could not join');
  return chatter;
}

/** Removes a member from a group, or lets the member leave. */
export const leaveGroup = ({ app }: Pick<TestApp, 'app'>, by: TestUser, group_id: string, { handle }: Chatter) =>
  callApp(app, removeTippingMember, { group_id, handle }, { token: by.token });

/** Sends a message to a group's room over HTTP. */
export const sayInGroup = (
  { app }: Pick<TestApp, 'app'>,
  { token }: Pick<TestUser, 'token'>,
  group_id: string,
  text: string,
  { cid = randomUUID(), ...more }: Omit<Said, 'locale'> & { about?: TipRef } = {},
): Promise<Answer<typeof sendGroupChat>> => callApp(app, sendGroupChat, { group_id, cid, text, ...more }, { token });

/** Reads a group's room. */
export const groupRoomOf = ({ app }: Pick<TestApp, 'app'>, { token }: Pick<TestUser, 'token'>, group_id: string) =>
  callApp(app, getGroupChat, { group_id }, { token });
