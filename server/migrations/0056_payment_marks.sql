-- one by one
-- A payment is marked in the search as refunded and as disputed, so these changes are noted, too.
create or replace trigger payments_search after update on payments for each row
  when (new.status in ('requires_payment_method', 'requires_confirmation')
    or (old.email, old.name, old.description) is distinct from (new.email, new.name, new.description)
    or (old.amount_refunded > 0, old.amount_disputed > 0)
      is distinct from (new.amount_refunded > 0, new.amount_disputed > 0))
  execute function note_search_change('payment');
-- Marks the payments from before, after the workers of the release before have stopped.
insert into search_backfills as b (merchant_id, kind, after_id, begin_at)
  select merchant_id, 'payment', '', clock_timestamp() + interval '10 minutes' from merchants
  on conflict (merchant_id) do update set kind = 'payment', after_id = '', begin_at = excluded.begin_at
    where b.kind in ('payment', 'payout', 'refund', 'dispute');
