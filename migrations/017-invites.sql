-- What invites bring: who qualified is due, or first looked at by a person; the due are paid oldest first, as the inviter's caps allow.

alter table invite_rewards
  drop constraint invite_rewards_state_check,
  -- due: waits for the caps, or for somebody who is away from play to come back. Where reasons stand it was released from review.
  add constraint invite_rewards_state_check check (state in ('due', 'in_review', 'rewarded', 'refused')),
  drop constraint invite_rewards_reasons_check,
  -- mailbox: an address of one, here or at Google, is delivered to the other.
  add constraint invite_rewards_reasons_check check (reasons <@ array['device', 'wallet', 'mailbox', 'ip']);
create index invite_rewards_due on invite_rewards (inviter_id, qualified_at, invitee_id) where state = 'due';

-- How somebody came by the code that they registered with: by following a link, or by typing it. Their browser says; null where it did not.
alter table users add column invited_through text check (invited_through in ('link', 'code'));

-- Wallets that were somebody's: a wallet is one account's at a time, and two accounts that had it one after the other are of one hand.
create table past_wallets (
  user_id uuid not null references users,
  wallet_address text not null,
  primary key (user_id, wallet_address)
);
create function remember_wallet() returns trigger language plpgsql as $$
begin
  insert into past_wallets (user_id, wallet_address) values (old.id, old.wallet_address) on conflict do nothing;
  return null;
end $$;
-- Who is erased leaves none behind.
create trigger users_had_wallets after update of wallet_address on users for each row
  when (old.wallet_address is distinct from new.wallet_address and old.wallet_address is not null and new.status <> 'deleted')
  execute function remember_wallet();

-- Whom an address on the internet stands for: an IPv4 address, or the /64 of an IPv6 one, as one household has a whole /64.
create function household(ip inet) returns cidr language sql immutable strict as $$
  select network(set_masklen(ip, case family(ip) when 6 then 64 else 32 end))
$$;
create index users_by_household on users (household(registration_ip), created_at) where registration_ip is not null;
