-- Ranks are counted among those who played alone: whoever has not stands in the old index at zero, a million of them between two players.
create index user_stats_of_players on user_stats (net_won) where played > 0;
drop index user_stats_by_net;
