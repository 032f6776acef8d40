-- When a dispute became known to us, by the database's clock: the clock that also dates operations, so that the
-- order of a refund and a dispute does not depend on two machines. Null for disputes recorded before.
alter table disputes add column recorded_at timestamptz;
alter table disputes alter column recorded_at set default clock_timestamp();
