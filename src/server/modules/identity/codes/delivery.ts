import { sql } from 'kysely';
import type { getCodeDelivery } from '#contract/auth.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { MessageChannel } from '#contract/outbox.ts';
import { MINUTE_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { contactsOf, type Reachable } from '#server/modules/identity/contacts/service.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { CODE_MINUTES } from './issue.ts';

/** How long a code may take: as long as the page waits before another can be asked for. */
const LATE_MS = MINUTE_MS;

type CodeDelivery = ReplyOf<typeof getCodeDelivery>['state'];
type SentPurpose = ParsedInputOf<typeof getCodeDelivery>['purpose'];

/** Says whether the caller's latest code for a purpose arrived, and whether the next would take another way. */
export async function codeDelivery(deps: Deps, user: Reachable, purpose: SentPurpose): Promise<ReplyOf<typeof getCodeDelivery>> {
  const [latest] = await findLatestCodes(deps.db, user.id, purpose, deps.now());
  const state = latest ? deliveryOf(latest, deps.now()) : 'unknown';
  return { state, other_way: didNotArrive(state) && (await hasOtherWay(deps, user, purpose)) };
}

/** Returns the channels whose last code for a purpose did not arrive in time; none whose channel cannot tell. */
export async function channelsThatFailed(deps: Deps, userId: string, purpose: SentPurpose): Promise<Set<MessageChannel>> {
  const latest = await findLatestCodes(deps.db, userId, purpose, deps.now());
  return new Set(latest.filter((code) => didNotArrive(deliveryOf(code, deps.now()))).map(({ channel }) => channel));
}

const didNotArrive = (state: CodeDelivery): boolean => state === 'late' || state === 'failed';

/** A number that is being confirmed can only be reached through another gateway; other codes can go to another contact as well. */
async function hasOtherWay({ db, config }: Deps, user: Reachable, purpose: SentPurpose): Promise<boolean> {
  if (purpose === 'confirm_phone') return config.sms.length > 1;
  const confirmed = (await contactsOf(db, user)).filter(({ isConfirmed }) => isConfirmed);
  return confirmed.length > 1 || (confirmed[0]?.channel === 'sms' && config.sms.length > 1);
}

interface LatestCode {
  channel: MessageChannel;
  state: 'waiting' | 'sending' | 'sent' | 'ended';
  created_at: Date;
  /** Null if the channel does not tell whether a message arrives. */
  delivery: 'pending' | 'delivered' | 'undelivered' | 'unknown' | null;
}

function deliveryOf({ state, delivery, created_at }: LatestCode, now: Date): CodeDelivery {
  if (state === 'ended' || delivery === 'undelivered') return 'failed';
  if (delivery === 'delivered') return 'delivered';
  if (state === 'sent' && (delivery === null || delivery === 'unknown')) return 'unknown';
  return now.getTime() - created_at.getTime() >= LATE_MS ? 'late' : 'on_its_way';
}

/** Returns a user's last code through each channel while it is valid, the newest first. */
async function findLatestCodes(db: Db, userId: string, purpose: SentPurpose, now: Date): Promise<LatestCode[]> {
  const { rows } = await sql<LatestCode>`
    select * from (
      select distinct on (m.channel) m.channel, m.state, m.created_at, r.state as delivery
      from messages m left join message_receipts r on r.message_id = m.id
      where m.user_id = ${userId} and m.kind = ${purpose} and m.kind in ('step_up', 'confirm_phone')
        and m.created_at > ${new Date(now.getTime() - CODE_MINUTES * MINUTE_MS)}
      order by m.channel, m.created_at desc
    ) as latest
    order by created_at desc`.execute(db);
  return rows;
}
