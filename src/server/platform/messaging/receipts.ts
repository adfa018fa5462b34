import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { sql } from 'kysely';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Job } from '#server/platform/jobs/runner.ts';
import { createGateways, receiptPath } from './channels.ts';
import type { Delivery, Gateway, Receipt } from './gateways/gateway.ts';

/** A receipt confirms nothing about a user: it only says whether to offer a code in another way. */

const FIRST_ASK_MS = 10 * SECOND_MS;
const LONGEST_PAUSE_MS = 2 * MINUTE_MS;
const ASKED_AT_ONCE = 20;

/** How long a text that did not arrive speaks against its gateway. */
const FAILED_MS = 30 * MINUTE_MS;

/** Remembers that a gateway will tell whether a message arrives: until its code expires, or for an hour. */
export async function expectReceipt(
  db: Db,
  message: { id: string; user_id: string | null },
  { gateway, reference }: { gateway: string; reference: string },
  at: Date,
  until = new Date(at.getTime() + HOUR_MS),
): Promise<void> {
  await db
    .insertInto('message_receipts')
    .values({
      ...{ message_id: message.id, user_id: message.user_id, gateway, reference, sent_at: at, expires_at: until },
      next_ask_at: new Date(at.getTime() + FIRST_ASK_MS),
    })
    // A gateway that gives two messages one id is not believed about the second.
    .onConflict((oc) => oc.doNothing())
    .execute();
}

/** Returns the gateways whose latest texts to a user did not arrive, or not yet. */
export async function gatewaysThatFailed(db: Db, userId: string, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('message_receipts')
    .select('gateway')
    .distinct()
    .where('user_id', '=', userId)
    .where('sent_at', '>', new Date(now.getTime() - FAILED_MS))
    .where('state', '!=', 'delivered')
    .execute();
  return rows.map(({ gateway }) => gateway);
}

/** Stores the first final word on a message; later and unknown ones change nothing. Returns whether it did. */
async function recordReceipt(db: Db, gateway: string, { reference, delivery }: Receipt, at: Date): Promise<boolean> {
  if (delivery === 'pending') return false;
  const { numUpdatedRows } = await db
    .updateTable('message_receipts')
    .set({ state: delivery, ended_at: at })
    .where('gateway', '=', gateway)
    .where('reference', '=', reference)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Asks gateways what became of the messages whose receipts have not come. Returns how many it asked about. */
export async function askForReceipts(deps: Pick<Deps, 'db' | 'now'>, gateways: readonly Gateway[]): Promise<number> {
  const { db, now } = deps;
  const due = await claimDue(db, now());
  await Promise.all(
    due.map(async ({ gateway: kind, reference }) => {
      const gateway = gateways.find((candidate) => candidate.kind === kind);
      const delivery: Delivery | null = (await gateway?.askDelivery?.(reference)) ?? null;
      if (delivery !== null) await recordReceipt(db, kind, { reference, delivery }, now());
    }),
  );
  return due.length;
}

/** Claims messages to ask about by moving their next time on: later each time, and none that has expired. */
async function claimDue(db: Db, at: Date): Promise<{ gateway: string; reference: string }[]> {
  const { rows } = await sql<{ gateway: string; reference: string; state: string }>`
    with due as materialized (
      select message_id from message_receipts where state = 'pending' and next_ask_at <= ${at}
      order by next_ask_at limit ${ASKED_AT_ONCE} for update skip locked
    )
    update message_receipts r set
      asks = r.asks + 1,
      next_ask_at = ${at}::timestamptz + least(${FIRST_ASK_MS} * 2 ^ r.asks, ${LONGEST_PAUSE_MS}) * interval '1 millisecond',
      state = case when r.expires_at <= ${at} then 'unknown' else r.state end,
      ended_at = case when r.expires_at <= ${at} then ${at}::timestamptz end
    from due where r.message_id = due.message_id
    returning r.gateway, r.reference, r.state`.execute(db);
  return rows.filter(({ state }) => state === 'pending');
}

export const receiptJobs = (deps: Pick<Deps, 'config' | 'now'>): Job[] => {
  const gateways = createGateways(deps).filter(({ askDelivery }) => askDelivery !== undefined);
  if (gateways.length === 0) return [];
  return [{ name: 'receipts of texts', everyMs: 5 * SECOND_MS, run: async (jobDeps) => void (await askForReceipts(jobDeps, gateways)) }];
};

const RECEIPT_BYTES_MAX = 16 * 1024;

/**
 * Mounts the addresses for receipts. Each gateway signs what it sends; anything else gets a 404, as if there was nothing. Mount it before
 * the limits for browsers: all receipts come from a few addresses.
 */
export function receiptWebhooks(app: Hono, deps: Pick<Deps, 'config' | 'now' | 'db'>): void {
  const { publicUrl } = deps.config;
  if (publicUrl === undefined) return;
  const refuseHuge = bodyLimit({ maxSize: RECEIPT_BYTES_MAX, onError: (c) => c.notFound() });
  for (const { kind, readReceipt } of createGateways(deps)) {
    if (!readReceipt) continue;
    const path = receiptPath(kind);
    app.post(path, refuseHuge, async (c: Context) => {
      const { search } = new URL(c.req.url);
      const body = await c.req.text();
      const receipt = readReceipt({ url: `${publicUrl}${path}${search}`, header: (name) => c.req.header(name), body });
      if (receipt === null) return c.notFound();
      await recordReceipt(deps.db, kind, receipt, deps.now());
      return c.json({});
    });
  }
}
