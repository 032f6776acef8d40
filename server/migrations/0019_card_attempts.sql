-- An attempt to pay takes a number in the commit that records it: of two attempts that take the same one, one is
-- refused and counts again. The previous release writes no number.
alter table card_failures add column nth int;
create unique index card_failures_nth on card_failures (merchant_id, who, nth) where created > '-infinity';
