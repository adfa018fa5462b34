import { sql } from 'kysely';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { seal } from '#server/platform/crypto/server-keys.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Message } from './message.ts';

/** Queues a message in the caller's transaction: it is sent if, and only if, the change it reports is committed. */
export async function queueMessage(
  deps: Pick<Deps, 'now' | 'randomBytes' | 'serverKeys'>,
  db: Db,
  { key, userId, channel, to, locale, content }: Message,
): Promise<void> {
  const at = deps.now();
  await db
    .insertInto('messages')
    .values({
      id: newId(deps),
      key,
      user_id: userId,
      channel,
      locale,
      kind: content.kind,
      // Messages without a recipient are queued too: this is detected on delivery, where no client waits for a response.
      sealed: seal(deps, JSON.stringify({ to, content })),
      next_try_at: at,
      created_at: at,
    })
    .onConflict((oc) => oc.column('key').doNothing())
    .execute();
}

const WAITING_MAX = 5 * MINUTE_MS;
/** Users can enter addresses that do not exist. Only this many refusals, and more than were sent, indicate a fault of ours. */
const REFUSED_MIN = 5;

interface QueueState {
  /** Whether messages wait too long, or ended unsent within the last hour. */
  isStuck: boolean;
  /** Messages not yet finished. */
  lengths: { channel: string; state: string; count: number }[];
  /** The age of the oldest of these, by channel. */
  ages: { channel: string; seconds: number }[];
  /** Messages that ended within the last hour, by outcome: `sent`, or why not. */
  ended: { channel: string; how: string; count: number }[];
}

/** Returns the state of the queue, for operators. */
export async function messageQueueState({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<QueueState> {
  const nowMs = now().getTime();
  const [under, ended] = await Promise.all([
    // Queries one state at a time, to match the indexes.
    sql<{ channel: string; state: string; count: number; oldest: Date }>`
      select channel, 'waiting' as state, count(*) as count, min(created_at) as oldest from messages where state = 'waiting' group by channel
      union all
      select channel, 'sending', count(*), min(created_at) from messages where state = 'sending' group by channel
      order by 1, 2`.execute(db),
    // No message is in the queue for much longer than a day, so the index by age finds those that ended lately.
    sql<{ channel: string; how: string; count: number }>`
      select channel, coalesce(ended_because, state) as how, count(*) as count from messages
      where created_at > ${new Date(nowMs - 2 * DAY_MS)} and ended_at > ${new Date(nowMs - HOUR_MS)} and ended_because is distinct from 'nobody'
      group by 1, 2 order by 1, 2`.execute(db),
  ]);
  const oldest = new Map<string, number>();
  for (const { channel, oldest: at } of under.rows) oldest.set(channel, Math.min(oldest.get(channel) ?? nowMs, at.getTime()));
  return {
    isStuck: [...oldest.values()].some((atMs) => nowMs - atMs > WAITING_MAX) || ended.rows.some((row) => isFault(row, ended.rows)),
    lengths: under.rows.map(({ channel, state, count }) => ({ channel, state, count })),
    ages: [...oldest].map(([channel, atMs]) => ({ channel, seconds: Math.round((nowMs - atMs) / 1000) })),
    ended: ended.rows,
  };
}

function isFault({ channel, how, count }: QueueState['ended'][number], all: QueueState['ended']): boolean {
  if (how !== 'refused') return how !== 'sent';
  const sent = all.find((other) => other.channel === channel && other.how === 'sent')?.count ?? 0;
  return count >= REFUSED_MIN && count > sent;
}
