-- What a receipt would have to add up anew for each of its readers.

alter table contests
  -- What its bets were given when it ended, or after its last correction; null until then.
  add column paid bigint,
  add column refunded bigint,
  -- Its last transfer of the ledger; null where it moved no points.
  add column last_transfer_id bigint;

update contests c set
    paid = b.paid,
    refunded = b.refunded,
    last_transfer_id = (select max(t.id) from transfers t where t.contest_id = c.id)
  from (
    select e.id, coalesce(sum(b.payout), 0) as paid, coalesce(sum(b.refund), 0) as refunded
    from contests e left join bets b on b.contest_id = e.id
    where e.state in ('settled', 'void')
    group by e.id
  ) b
  where b.id = c.id;
