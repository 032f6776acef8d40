-- Since when a dispute has claimed money, by the database's clock: the clock that also dates operations, so that the
-- order of a refund and a dispute does not depend on two machines. Null for disputes recorded before.
alter table disputes add column claimed_at timestamptz;
alter table disputes alter column claimed_at set default clock_timestamp();

-- A dispute that was won claims nothing, until the issuer escalates it.
create function set_claimed_at() returns trigger language plpgsql as $$
begin
  new.claimed_at := clock_timestamp();
  return new;
end $$;

create trigger disputes_claimed_at before update of amount_claimed on disputes
  for each row when (old.amount_claimed = 0 and new.amount_claimed > 0) execute function set_claimed_at();
