import { sql } from 'kysely';
import type { MessageChannel } from '#contract/outbox.ts';
import type { Locale } from '#domain/identity/locale.ts';
import type { Db } from '#server/platform/db/pool.ts';

export interface ClaimedMessage {
  id: string;
  channel: MessageChannel;
  locale: Locale;
  kind: string;
  sealed: Buffer;
  tries: number;
  created_at: Date;
  claimed_at: Date;
}

/** Takes the message that has been due longest, so that no other process does; null where none is due. */
export async function claimMessage(db: Db, channel: MessageChannel, now: Date): Promise<ClaimedMessage | null> {
  const { rows } = await sql<ClaimedMessage>`
    /* claim_message */
    with due as materialized (
      select id from messages where state = 'waiting' and channel = ${channel} and next_try_at <= ${now}
      order by next_try_at, id limit 1 for update skip locked
    )
    update messages m set state = 'sending', claimed_at = ${now}, tries = m.tries + 1 from due where m.id = due.id
    returning m.id, m.channel, m.locale, m.kind, m.sealed, m.tries, m.created_at, m.claimed_at`.execute(db);
  return rows[0] ?? null;
}

/** Everything below changes a message only while it is in the hand that claimed it. */
const inHand = (db: Db, { id, claimed_at }: ClaimedMessage) =>
  db.updateTable('messages').where('id', '=', id).where('state', '=', 'sending').where('claimed_at', '=', claimed_at);

export async function markSent(db: Db, message: ClaimedMessage, at: Date): Promise<void> {
  await inHand(db, message).set({ state: 'sent', ended_at: at, sealed: null, problem: null }).execute();
}

export async function putBack(db: Db, message: ClaimedMessage, nextTryAt: Date, problem: string): Promise<void> {
  await inHand(db, message).set({ state: 'waiting', claimed_at: null, next_try_at: nextTryAt, problem }).execute();
}

export type EndedBecause = 'refused' | 'too_old' | 'outcome_unknown' | 'unreadable';

/** Ends a message with what went wrong; nothing did where it was to nobody. */
export async function endMessage(
  db: Db,
  message: ClaimedMessage,
  at: Date,
  because: EndedBecause | 'nobody',
  problem: string | null,
): Promise<void> {
  await inHand(db, message).set({ state: 'ended', ended_at: at, ended_because: because, sealed: null, problem }).execute();
}

export interface EndedMessage {
  id: string;
  channel: string;
  kind: string;
  ended_because: string;
  problem: string;
}

/** Ends what waits since before then; its problem says what kept it. */
export async function endOld(db: Db, at: Date, createdBefore: Date): Promise<EndedMessage[]> {
  const { rows } = await sql<EndedMessage>`
    update messages set state = 'ended', ended_at = ${at}, ended_because = 'too_old', sealed = null,
      problem = 'not sent within a day: ' || coalesce(problem, 'no settings for ' || channel)
    where state = 'waiting' and created_at < ${createdBefore}
    returning id, channel, kind, ended_because, problem`.execute(db);
  return rows;
}

/** Ends what was claimed before then and never heard of again: it may have been sent. */
export async function endLost(db: Db, at: Date, claimedBefore: Date): Promise<EndedMessage[]> {
  const { rows } = await sql<EndedMessage>`
    update messages set state = 'ended', ended_at = ${at}, ended_because = 'outcome_unknown', sealed = null,
      problem = 'the process that was sending it ended'
    where state = 'sending' and claimed_at < ${claimedBefore}
    returning id, channel, kind, ended_because, problem`.execute(db);
  return rows;
}

/** Forgets what ended before then, and what the outbox shows of it; says how many. */
export async function deleteEnded(db: Db, before: Date): Promise<number> {
  // By age, which has an index: nothing ends before it began.
  const { numDeletedRows } = await db
    .deleteFrom('messages')
    .where('created_at', '<', before)
    .where('ended_at', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
