import { sql } from 'kysely';
import type { PointSource } from '#domain/ledger.ts';
import type { PlayThroughEvent } from '#domain/play-through.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** Where points come from that nobody won: they count as given. What operators took back is among `admin_adjust`. */
const GIVEN: readonly PointSource[] = [
  'daily_login',
  'manual_adjust',
  'admin_adjust',
  'invite_reward_inviter',
  'invite_reward_invitee',
  'invite_reward',
];

interface EventRow {
  kind: PlayThroughEvent['kind'];
  points: number;
  net: number;
  net_won: number;
}

/**
 * All that decides how many points of a user have to be played, in its order: gifts and what was taken back as the ledger has them, bets as they
 * ended in the end (a correction changes what they are worth at their own place), requests that were approved and not returned. At one moment play
 * comes first: it does not clear what is given then.
 */
export async function findPlayThrough(db: Db, userId: string): Promise<PlayThroughEvent[]> {
  const { rows } = await sql<EventRow>`
    select kind, points, net, net_won from (
      select 2 as place, id::text as id, created_at as at, 'given' as kind, amount as points, 0::bigint as net, 0::bigint as net_won from transfers
        where to_kind = 'balance' and to_owner = ${userId} and source = any(${GIVEN}::text[])
      union all
      select 2, id::text, created_at, 'taken', amount, 0, 0 from transfers
        where from_kind = 'balance' and from_owner = ${userId} and source = any(${GIVEN}::text[])
      union all
      select 1, id::text, settled_at, 'bet', coalesce(at_risk, 0), payout + refund - stake, coalesce(net_won, payout + refund - stake) from bets
        where user_id = ${userId} and state = 'settled'
      union all
      select 3, id::text, decided_at, 'paid_out', points, 0, 0 from withdrawals where user_id = ${userId} and status = 'approved'
    ) event order by at, place, id`.execute(db);
  return rows.map(eventOf);
}

function eventOf({ kind, points, net, net_won }: EventRow): PlayThroughEvent {
  return kind === 'bet' ? { kind, atRisk: points, net, netWon: net_won } : { kind, points };
}
