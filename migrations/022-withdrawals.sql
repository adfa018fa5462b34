-- An account that is erased takes wallet, contact and note of its requests with it: the ledger, the decision and the transaction stay.
alter table withdrawals
  alter column wallet_address drop not null,
  alter column contact drop not null,
  add constraint withdrawals_kept_whole check ((wallet_address is null) = (contact is null) and (status <> 'pending' or contact is not null));
