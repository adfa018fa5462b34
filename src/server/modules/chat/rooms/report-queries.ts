import { sql } from 'kysely';
import type { ChatReportReason } from '#domain/chat.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** How somebody behaved in chats since a moment: whether they were muted, and what became of their reports. */
export async function findRecord(db: Db, userId: string, since: Date) {
  const { rows } = await sql<{ wasMuted: boolean; upheld: number; dismissed: number }>`
    select
      exists (select from chat_mutes where user_id = ${userId} and coalesce(lifted_at, until, 'infinity') > ${since}) as "wasMuted",
      count(*) filter (where state = 'upheld') as upheld,
      count(*) filter (where state = 'dismissed') as dismissed
    from chat_reports where reporter_id = ${userId} and created_at > ${since}`.execute(db);
  return rows[0]!;
}

export interface NewReport {
  message_id: number;
  reporter_id: string;
  reason: ChatReportReason;
  is_trusted: boolean;
  created_at: Date;
}

/** Keeps a report; the same reporter's second one of a message changes nothing. */
export async function insertReport(db: Db, report: NewReport): Promise<void> {
  await db
    .insertInto('chat_reports')
    .values(report)
    .onConflict((conflict) => conflict.columns(['message_id', 'reporter_id']).doNothing())
    .execute();
}

/** How many reporters whom we trust wait for a message to be looked at. */
export async function countTrusted(db: Db, messageId: number): Promise<number> {
  const { count } = await db
    .selectFrom('chat_reports')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('message_id', '=', messageId)
    .where('state', '=', 'open')
    .where('is_trusted', '=', true)
    .executeTakeFirstOrThrow();
  return count;
}
