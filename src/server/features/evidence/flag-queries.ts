import { sql } from 'kysely';
import { HOUSEHOLD_ACCOUNTS_MAX } from '#domain/invite.ts';
import type { Db } from '#server/db/pool.ts';

export interface SharingRow {
  user_id: string;
  shared_device: boolean;
  shared_wallet: boolean;
  shared_network: boolean;
  reviewed_invite: boolean;
}

/**
 * Whether users share with anybody what evidence lists (shared-queries.ts): a browser, a wallet, or an address on the internet from which
 * more accounts than a household has were registered within seven days; and whether an invite of theirs was ever held for review.
 */
export async function findSharing(db: Db, userIds: readonly string[]): Promise<SharingRow[]> {
  const { rows } = await sql<SharingRow>`
    select u.id as user_id,
      exists (
        select from (select u.registration_device_id as id union select device_id from sessions where user_id = u.id limit 50) d
        where exists (select from users o where o.registration_device_id = d.id and o.id <> u.id)
          or exists (select from sessions o where o.device_id = d.id and o.user_id <> u.id)
      ) as shared_device,
      exists (
        select from (select u.wallet_address as address union select wallet_address from past_wallets where user_id = u.id limit 50) w
        where exists (select from users o where o.wallet_address = w.address and o.id <> u.id)
          or exists (select from past_wallets o where o.wallet_address = w.address and o.user_id <> u.id)
      ) as shared_wallet,
      (
        select count(*) from (
          select from users o where o.registration_ip is not null and household(o.registration_ip) = household(u.registration_ip)
            and o.created_at between u.created_at - interval '7 days' and u.created_at + interval '7 days'
          limit ${HOUSEHOLD_ACCOUNTS_MAX + 1}
        ) neighbours
      ) > ${HOUSEHOLD_ACCOUNTS_MAX} as shared_network,
      exists (
        select from (select u.id union all select id from users where invited_by = u.id) i (invitee_id)
        where (select cardinality(reasons) from invite_rewards r where r.invitee_id = i.invitee_id) > 0
      ) as reviewed_invite
    from users u where u.id = any(${userIds}::uuid[])`.execute(db);
  return rows;
}
