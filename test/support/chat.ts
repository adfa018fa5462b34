import { randomUUID } from 'node:crypto';
import { getChat, sendChat } from '#contract/chat.ts';
import type { Locale } from '#domain/identity/locale.ts';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import { DAY_MS } from '#domain/time.ts';
import { type Answer, callApp, type TestApp } from './app.ts';
import { createMatch, createUser, type TestUser } from './factories.ts';

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
