-- What a reviewer of withdrawals is shown: found by lookups, however many users and bets there are.

-- Who lost most in a contest. It is written when a bet ends, which changes other indexes of it too.
create index bets_lost on bets (contest_id, (stake - refund) desc) where not hit;

-- Accounts of one browser, and of one address on the internet: by registration, and by sessions, which are forgotten 30 days after their end.
create index users_by_device on users (registration_device_id, created_at) where registration_device_id is not null;
create index sessions_by_device on sessions (device_id, created_at) where device_id is not null;
create index sessions_by_household on sessions (household(ip), created_at) where ip is not null;
-- All sessions of a user, ended ones too.
create index sessions_of_user on sessions (user_id, created_at);

create index past_wallets_by_address on past_wallets (wallet_address);
