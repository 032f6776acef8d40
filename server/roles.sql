-- The rights of the processes, as two roles that cannot log in: `florin migrate --roles` runs this after the migrations,
-- as the owner of the tables. Give them to users: create role florin_api_1 login password '…' in role florin_api;
-- It can be run again at any time, and must be after a migration that adds a table.
--
-- Neither role can change the schema, truncate a table, change or delete a transfer, an entry of the audit log or a
-- seal of it, or change a row of the vault.

do $$ begin
  if not exists (select 1 from pg_roles where rolname = 'florin_api') then
    create role florin_api nologin;
  end if;
  if not exists (select 1 from pg_roles where rolname = 'florin_worker') then
    create role florin_worker nologin;
  end if;
end $$;

revoke create on schema public from public;
revoke all on schema directory from public;
grant usage on schema public, directory to florin_api, florin_worker;
revoke all on all tables in schema public, directory from public, florin_api, florin_worker;

-- Both carry out verbs: the api for requests, the worker for timers and recovery.
grant select, insert, update on
  merchants, profiles, customers, payments, refunds, disputes, payouts, operations, files, payout_guards,
  deliveries, webhook_endpoints, merchant_clocks, payment_links, payment_claims,
  payment_link_uses, invoice_payments,
  mails, user_mails, subscription_mails, subscriptions, invoices, invoice_numbers, credit_balances,
  credit_notes, credit_note_numbers
  to florin_api, florin_worker;
grant delete on refunds, files to florin_api, florin_worker;
-- Provider accounts and routing rules are changed by requests; the worker reads the accounts' events.
grant select on connectors, routings to florin_api, florin_worker;
grant insert, update on connectors, routings to florin_api;
grant select, insert on connector_feeds to florin_api;
grant select, update on connector_feeds to florin_worker;
grant select, insert, delete on payment_methods, payout_methods to florin_api, florin_worker;
-- The worker erases persons' notes.
grant select, insert, delete on notes to florin_api;
grant select, delete on notes to florin_worker;
-- The worker empties a draft when it finds that the evidence was submitted, and erases it with the customer.
grant select, insert, update on evidence_drafts to florin_api;
grant select, update, delete on evidence_drafts to florin_worker;
-- The worker erases views that name a customer.
grant select, insert, update, delete on views to florin_api;
grant select, delete on views to florin_worker;
-- Only to lock a row.
grant update (version) on payment_methods to florin_api;
-- The request log: the api writes it; the worker erases customers from it, and drops its old days.
grant select, insert on requests, request_objects to florin_api;
grant select on requests, request_objects to florin_worker;
grant update (path, object_ids, request_body, response_body) on requests to florin_worker;
grant delete on request_objects to florin_worker;
grant execute on function create_partition(text, text, date, int), drop_partitions(text, date) to florin_worker;
-- What has happened is never changed; the worker erases persons from events.
grant select, insert on transfers, events, credit_entries to florin_api, florin_worker;
grant update (body, version) on events to florin_worker;
-- An attempt that is approved no longer counts: the commit of its outcome deletes it.
grant select, insert, delete on card_failures to florin_api, florin_worker;
-- The vault: sealed once, then deleted. Only `florin vault rotate`, as the owner, changes a row.
grant select, insert, delete on vault to florin_api, florin_worker;
grant select, insert on data_keys to florin_api, florin_worker;
grant select on migrations, ledger_snapshots to florin_api, florin_worker;
grant select, insert, update on directory.deployment to florin_api, florin_worker;
grant insert on waiting_events to florin_api, florin_worker;
grant select, insert, update, delete on directory.parked_events to florin_api, florin_worker;

-- The catalogue of subscriptions. A price never changes; the version is only to lock a row.
grant select on plans, prices, coupons to florin_api, florin_worker;
grant insert, update, delete on plans to florin_api;
grant insert, delete on prices to florin_api;
grant insert on coupons to florin_api;
grant update (redemptions, version) on coupons to florin_api, florin_worker;
grant update (version) on plans, prices to florin_api, florin_worker;
-- Whether a plan is in use.
grant select on subscriptions to florin_api;

-- Analytics: the worker counts, the api reads. Changes are noted by triggers, with the rights of their owner.
grant select on analytics_changes, analytics_queue, analytics_rollups, analytics_rebuilds to florin_api, florin_worker;
grant update, delete on analytics_changes to florin_worker;
grant insert, update, delete on analytics_queue, analytics_rollups to florin_worker;
grant select, insert, update, delete on analytics_facts to florin_worker;
grant insert, update on analytics_rebuilds to florin_worker;

-- The search: the worker keeps the terms, the api reads them. Changes are noted by triggers, as for analytics.
grant select on search_terms, search_objects, search_backfills to florin_api, florin_worker;
grant insert, update, delete on search_terms, search_objects to florin_worker;
grant select, insert, update, delete on search_queue to florin_worker;
grant insert, update, delete on search_backfills to florin_worker;
grant select, update, delete on search_changes to florin_worker;

-- Users sign in by requests; the worker sends their mails and deletes what has expired.
grant select, insert, update, delete on
  directory.users, directory.memberships, directory.sessions, directory.guesses, roles to florin_api;
grant select, insert, update on directory.organizations to florin_api;
grant select on directory.users, directory.memberships, directory.organizations, roles to florin_worker;
-- Only to lock a row: a payout is not sent while an approver is being removed.
grant update (version) on directory.memberships, roles to florin_worker;
-- A mail with a link to reset a password makes the earlier links useless.
grant update (resets, reset_expires_at, version) on directory.users to florin_worker;
grant select, delete on directory.sessions, directory.guesses to florin_worker;
grant delete on mails, user_mails to florin_worker;
-- A key that expires soon is reported once: what the mail names, and no more of the key.
grant select (merchant_id, key_id, name, prefix, type, status, expiration, expiry_notice_at, version),
  update (expiry_notice_at, version) on api_keys to florin_worker;
grant select, insert, update, delete on directory.challenges, directory.passkeys, directory.identities to florin_api;
grant select, delete on directory.challenges to florin_worker;

-- API keys, stored answers and uploads are for requests.
grant select, insert, update on api_keys, api_key_days, api_key_amounts, idempotency, upload_days to florin_api;
grant delete on idempotency to florin_api;
grant select, insert, update on directory.keys to florin_api;
grant select, insert on directory.payment_links to florin_api;
grant select on delivery_attempts to florin_api;
-- The order of events for clients that follow them; a redelivery is added by a request.
grant select, insert on event_stream to florin_api, florin_worker;
grant select, insert, update on event_streams to florin_api, florin_worker;
grant delete on event_stream to florin_worker;
grant select, insert on listener_attempts to florin_api;
grant update (response_body) on listener_attempts to florin_worker;
grant select, delete on listener_attempts to florin_worker;
grant select, insert on audit_log to florin_api;
grant select on audit_entries to florin_api;
grant insert on audit_queue to florin_api, florin_worker;

-- Relay, deliveries, retention and snapshots are background work.
grant update, delete on waiting_events to florin_worker;
-- Readiness shows whether events wait too long.
grant select on waiting_events to florin_api, florin_worker;
grant select, insert, update, delete on relay_batches, workers to florin_worker;
grant select, delete on upload_days to florin_worker;
grant delete on events, deliveries, webhook_endpoints, data_keys to florin_worker;
grant select, delete on idempotency to florin_worker;
grant select, insert, delete on delivery_attempts to florin_worker;
grant update (response_headers, response_body) on delivery_attempts to florin_worker;
grant select, insert, update on guest_redactions to florin_worker;
grant insert, delete on ledger_snapshots to florin_worker;
grant select, insert, update on directory.provider_news to florin_worker;
grant select on directory.doctor_runs to florin_worker;

-- The worker seals the audit trail. Neither role can change or delete a seal, or a signed record about seals.
grant select on audit_log to florin_worker;
grant select, delete, update (refused_at, refusal) on audit_queue to florin_worker;
grant select, insert on audit_seals, audit_records to florin_worker;
grant select, insert, update on directory.audit_anchors to florin_worker;

-- The job engine protects its tables with row-level security, which only their owner passes without a policy.
do $$ declare place record; begin
  if to_regnamespace('florin_jobs') is null then return; end if;
  grant usage on schema florin_jobs to florin_worker;
  grant select, insert, update, delete on all tables in schema florin_jobs to florin_worker;
  grant usage on all sequences in schema florin_jobs to florin_worker;
  grant execute on all functions in schema florin_jobs to florin_worker;
  for place in select c.relname as name from pg_class c
    where c.relnamespace = 'florin_jobs'::regnamespace and c.relkind = 'r' and c.relrowsecurity
  loop
    execute format('drop policy if exists florin_worker on florin_jobs.%I', place.name);
    execute format('create policy florin_worker on florin_jobs.%I to florin_worker using (true) with check (true)',
      place.name);
  end loop;
end $$;
