import { sql } from 'kysely';
import { MESSAGE_CHANNELS, type MessageChannel } from '#contract/outbox.ts';
import type { Locale } from '#domain/identity/locale.ts';
import { RETENTION_DAYS } from '#domain/identity/retention.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { unseal } from '#server/platform/crypto/server-keys.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Job } from '#server/platform/jobs/runner.ts';
import { type Channel, type Outcome, type OutgoingCode, retryMs } from './channel.ts';
import type { Channels } from './channels.ts';
import type { MessageContent } from './message.ts';
import { expectReceipt, gatewaysThatFailed } from './receipts.ts';
import { type Rendered, renderMessage } from './render.ts';

/** How many messages of a channel are sent at once. */
const HANDS = 5;

/** Much longer than sending may take (channel.ts). */
const IN_HAND_MAX = 5 * MINUTE_MS;
const RETENTION_MS = RETENTION_DAYS.message * DAY_MS;

/**
 * Sends the messages of one channel until none is due or `mayGoOn` returns false. Each is claimed in the database first, so any number of
 * processes may do this at once. A process that dies loses what it had claimed: a missing message is better than a repeated one. Returns
 * how many it claimed.
 */
export async function deliverDue(deps: Deps, name: MessageChannel, channel: Channel, mayGoOn = () => true): Promise<number> {
  let claimed = 0;
  const claim = async () => {
    const message = mayGoOn() ? await claimMessage(deps.db, name, deps.now()) : null;
    if (message !== null) claimed++;
    return message;
  };
  const deliver = async (first: ClaimedMessage | null): Promise<void> => {
    for (let message = first; message !== null; message = await claim()) if (!(await handOver(deps, channel, message))) return;
  };
  // Usually none is due: one query finds that out.
  const first = await claim();
  if (first !== null) await Promise.all([deliver(first), ...Array.from({ length: HANDS - 1 }, async () => deliver(await claim()))]);
  return claimed;
}

/** Returns false if the channel asked for a pause. */
async function handOver(deps: Deps, channel: Channel, message: ClaimedMessage): Promise<boolean> {
  const { db, now } = deps;
  const text = unseal(deps, message.sealed);
  if (text === null) {
    await end(deps, message, 'unreadable', 'sealed with a key that is not among SERVER_KEY any more');
    return true;
  }
  const { to, content } = JSON.parse(text) as { to: string | null; content: MessageContent };
  if (to === null) {
    await endMessage(db, message, now(), 'nobody', null);
    return true;
  }
  if (isExpired(content, message.created_at, now())) {
    await end(deps, message, 'too_old', 'the code had expired before it could be sent');
    return true;
  }
  const outcome = await send(deps, channel, message, to, content);
  if (outcome.kind === 'not_sent') {
    const nextTryAt = new Date(now().getTime() + retryMs(message.tries, deps.randomBytes, outcome.afterMs));
    await putBack(db, message, nextTryAt, outcome.problem);
    return outcome.afterMs === undefined;
  }
  if (outcome.kind === 'sent') {
    await markSent(db, message, now());
    if (outcome.receipt) await expectReceipt(db, message, outcome.receipt, now(), codeOf(message, content)?.validUntil);
  } else await end(deps, message, outcome.kind === 'refused' ? 'refused' : 'outcome_unknown', outcome.problem);
  return true;
}

async function send({ db, now }: Deps, channel: Channel, message: ClaimedMessage, to: string, content: MessageContent): Promise<Outcome> {
  let rendered: Rendered;
  try {
    rendered = renderMessage(content, message.locale, message.channel);
  } catch {
    // Perhaps of a kind queued by a newer version that runs beside this one.
    return { kind: 'not_sent', problem: `this version has no words for "${content.kind}"` };
  }
  try {
    const avoid = message.channel === 'sms' && message.user_id !== null ? await gatewaysThatFailed(db, message.user_id, now()) : [];
    return await channel.send({
      ...{ id: message.id, to, locale: message.locale, kind: content.kind, code: codeOf(message, content), avoid, ...rendered },
      ...('unsubscribe' in content && { unsubscribe: content.unsubscribe.oneClick }),
    });
  } catch (error) {
    // An unforeseen error may have happened after the message was sent.
    return { kind: 'unknown', problem: `unforeseen: ${error instanceof Error ? error.name : typeof error}` };
  }
}

const codeOf = ({ created_at }: ClaimedMessage, content: MessageContent): OutgoingCode | null =>
  'code' in content
    ? {
        digits: content.code,
        minutes: content.minutes,
        validUntil: new Date(created_at.getTime() + content.minutes * MINUTE_MS),
        needsLink: content.codeLink !== undefined,
      }
    : null;

const isExpired = (content: MessageContent, createdAt: Date, now: Date): boolean =>
  'minutes' in content && now.getTime() >= createdAt.getTime() + content.minutes * MINUTE_MS;

async function end(deps: Deps, message: ClaimedMessage, because: EndedBecause, problem: string): Promise<void> {
  await endMessage(deps.db, message, deps.now(), because, problem);
  report(deps, [{ ...message, ended_because: because, problem }]);
}

/** Ends messages that could not be sent within a day, and those claimed by a process that died. */
export async function endUnsent(deps: Deps): Promise<void> {
  const at = deps.now();
  const before = (ms: number) => new Date(at.getTime() - ms);
  report(deps, await endOld(deps.db, at, before(DAY_MS)));
  report(deps, await endLost(deps.db, at, before(IN_HAND_MAX)));
}

function report({ log }: Deps, ended: readonly EndedMessage[]): void {
  for (const { id, channel, kind, ended_because, problem } of ended)
    log.warn({ message: id, channel, kind, because: ended_because, problem }, 'a message ended unsent');
}

/** Deletes messages 30 days after they ended. */
export async function purgeMessages({ db, now, log }: Deps): Promise<void> {
  const messages = await deleteEnded(db, new Date(now().getTime() - RETENTION_MS));
  if (messages > 0) log.info({ messages }, 'forgot old messages');
}

/** One job per channel, so that a slow one does not delay the others. Messages without a channel wait. */
export const messageJobs = (channels: Channels): Job[] =>
  MESSAGE_CHANNELS.flatMap((name) => {
    const channel = channels[name];
    if (channel === null) return [];
    return {
      name: `messages by ${name}`,
      everyMs: 1_000,
      run: async (deps, mayGoOn) => void (await deliverDue(deps, name, channel, mayGoOn)),
    };
  });

interface ClaimedMessage {
  id: string;
  /** Null if there is no account. */
  user_id: string | null;
  channel: MessageChannel;
  locale: Locale;
  kind: string;
  sealed: Buffer;
  tries: number;
  created_at: Date;
  claimed_at: Date;
}

/** Claims the message that has been due longest, so that no other process sends it; null if none is due. */
export async function claimMessage(db: Db, channel: MessageChannel, now: Date): Promise<ClaimedMessage | null> {
  const { rows } = await sql<ClaimedMessage>`
    /* claim_message */
    with due as materialized (
      select id from messages where state = 'waiting' and channel = ${channel} and next_try_at <= ${now}
      order by next_try_at, id limit 1 for update skip locked
    )
    update messages m set state = 'sending', claimed_at = ${now}, tries = m.tries + 1 from due where m.id = due.id
    returning m.id, m.user_id, m.channel, m.locale, m.kind, m.sealed, m.tries, m.created_at, m.claimed_at`.execute(db);
  return rows[0] ?? null;
}

/** Everything below changes a message only while its claim is still held. */
const inHand = (db: Db, { id, claimed_at }: ClaimedMessage) =>
  db.updateTable('messages').where('id', '=', id).where('state', '=', 'sending').where('claimed_at', '=', claimed_at);

export async function markSent(db: Db, message: ClaimedMessage, at: Date): Promise<void> {
  await inHand(db, message).set({ state: 'sent', ended_at: at, sealed: null, problem: null }).execute();
}

async function putBack(db: Db, message: ClaimedMessage, nextTryAt: Date, problem: string): Promise<void> {
  await inHand(db, message).set({ state: 'waiting', claimed_at: null, next_try_at: nextTryAt, problem }).execute();
}

export type EndedBecause = 'refused' | 'too_old' | 'outcome_unknown' | 'unreadable';

/** Ends a message with its problem; without one if it had no recipient. */
export async function endMessage(
  db: Db,
  message: ClaimedMessage,
  at: Date,
  because: EndedBecause | 'nobody',
  problem: string | null,
): Promise<void> {
  await inHand(db, message).set({ state: 'ended', ended_at: at, ended_because: because, sealed: null, problem }).execute();
}

interface EndedMessage {
  id: string;
  channel: string;
  kind: string;
  ended_because: string;
  problem: string;
}

/** Ends messages that wait since before then; their problem says why. */
async function endOld(db: Db, at: Date, createdBefore: Date): Promise<EndedMessage[]> {
  const { rows } = await sql<EndedMessage>`
    update messages set state = 'ended', ended_at = ${at}, ended_because = 'too_old', sealed = null,
      problem = 'not sent within a day: ' || coalesce(problem, 'no settings for ' || channel)
    where state = 'waiting' and created_at < ${createdBefore}
    returning id, channel, kind, ended_because, problem`.execute(db);
  return rows;
}

/** Ends messages claimed before then without an outcome: they may have been sent. */
async function endLost(db: Db, at: Date, claimedBefore: Date): Promise<EndedMessage[]> {
  const { rows } = await sql<EndedMessage>`
    update messages set state = 'ended', ended_at = ${at}, ended_because = 'outcome_unknown', sealed = null,
      problem = 'the process that was sending it ended'
    where state = 'sending' and claimed_at < ${claimedBefore}
    returning id, channel, kind, ended_because, problem`.execute(db);
  return rows;
}

/** Deletes messages that ended before then, and their copies in the outbox; returns how many. */
async function deleteEnded(db: Db, before: Date): Promise<number> {
  // Filters by age, which has an index: no message ends before it is created.
  const { numDeletedRows } = await db
    .deleteFrom('messages')
    .where('created_at', '<', before)
    .where('ended_at', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
