-- Evidence about operations: how often one was sent, and when it is due by the database's own clock.

alter table operations
  -- How many times a request under this id may have left us. Only the first sender can know that none did.
  add column sends int not null default 1,
  -- How long to wait before the next poll; the database turns it into check_at by its own clock.
  add column poll_after_ms int,
  -- By the database's clock: the age of an operation is never judged by comparing the clocks of two machines.
  add column recorded_at timestamptz not null default now(),
  drop constraint operations_kind_check,
  add constraint operations_kind_check
    check (kind in ('authorize', 'capture', 'void', 'refund', 'payout', 'reversal', 'answer')),
  drop constraint operations_status_check,
  add constraint operations_status_check check (status in
    ('sent', 'approved', 'declined', 'challenge', 'pending', 'refused', 'not_sent', 'revoked', 'late'));

-- The first poll comes later than a call may take.
alter table operations alter column check_at set default now() + interval '25 seconds';

create function set_check_at() returns trigger language plpgsql as $$
begin
  new.check_at := now() + new.poll_after_ms * interval '1 millisecond';
  return new;
end $$;

-- Not for the usual payment: it takes the default, and a final outcome writes null.
create trigger operations_check_at before insert or update of poll_after_ms on operations
  for each row when (new.poll_after_ms is not null) execute function set_check_at();

-- Money that moved for an operation that had been closed: what it was, and what became of its reversal.
alter table payments add column late_outcomes jsonb;

-- What open and lost disputes claim of a payment: refunds and disputes share one bound.
alter table payments add column amount_disputed bigint not null default 0;
update payments p set amount_disputed = d.claimed
  from (select merchant_id, payment_id, sum(amount)::bigint as claimed from disputes
    where status not in ('dispute_won', 'dispute_cancelled') group by merchant_id, payment_id) d
  where p.merchant_id = d.merchant_id and p.payment_id = d.payment_id;
