-- What happens to an event after its commit: it is relayed to whoever reacts to it, and delivered.

-- Workers that are up, by their own word. Who has not been heard of for a while is dead, and what it had
-- claimed is free for the others.
create table workers (
  worker_id text collate "C" primary key,
  started_at timestamptz not null,
  beaten_at timestamptz not null
);

-- Events that wait to be relayed. The database notes them when they are written: a note in their own row
-- would have to be changed, and with that wide row all its index entries would be written a second time.
create table waiting_events (
  merchant_id text collate "C" not null,
  event_id text collate "C" not null,
  created timestamptz not null
);
create index waiting_events_oldest on waiting_events (created);

-- A test event tells of nothing: it goes to the receiver alone, and never through the relay.
alter table events add column is_test boolean not null default false;

create function note_waiting_events() returns trigger language plpgsql as $$
begin
  insert into waiting_events select merchant_id, event_id, created from written where not is_test;
  return null;
end $$;
create trigger events_wait after insert on events
  referencing new table as written for each statement execute function note_waiting_events();
insert into waiting_events select merchant_id, event_id, created from events where relayed_at is null;
alter table events drop column relayed_at;

-- Events that were claimed together and are being reacted to; the row goes when every reaction is done.
create table relay_batches (
  batch_id text collate "C" primary key,
  -- Whoever is at work on it; null when a reaction failed and waits for `retry_at`.
  worker_id text collate "C",
  merchant_ids text[] not null,
  event_ids text[] not null,
  tries int not null,
  retry_at timestamptz not null
);

-- One event has at most one delivery: to the webhook_url of its profile.
create table deliveries (
  merchant_id text collate "C" not null,
  event_id text collate "C" not null,
  profile_id text collate "C" not null,
  status text not null check (status in ('pending', 'delivered', 'exhausted', 'stopped', 'skipped')),
  -- Why it was skipped or stopped.
  reason text,
  attempts int not null,
  -- On the merchant's own time; null when there is nothing left to do.
  next_attempt_at timestamptz,
  created timestamptz not null,
  finished_at timestamptz,
  version int not null,
  primary key (merchant_id, event_id),
  check ((status = 'pending') = (next_attempt_at is not null))
);
create index deliveries_due on deliveries (merchant_id, profile_id, next_attempt_at, event_id)
  where next_attempt_at is not null;

-- What was sent and what came back; the body that was sent is the event's. Credentials are masked.
create table delivery_attempts (
  merchant_id text collate "C" not null,
  event_id text collate "C" not null,
  attempt int not null,
  url text not null,
  request_headers jsonb not null,
  response_status int,
  response_headers jsonb,
  response_body text,
  -- One word when there was no answer, and a sentence for people.
  error text,
  error_message text,
  duration_ms int not null,
  created timestamptz not null,
  primary key (merchant_id, event_id, attempt)
);

-- One row for each profile with deliveries: when to look for due ones, and who is at work on them.
create table webhook_endpoints (
  merchant_id text collate "C" not null,
  profile_id text collate "C" not null,
  -- When to look, in real time; may be early, is never late. Null when nothing is pending.
  due_at timestamptz,
  lane text not null check (lane in ('fast', 'slow')),
  -- Failed attempts since the last that succeeded.
  failures int not null,
  claimed_by text collate "C",
  -- Grows whenever deliveries arrive, so that whoever leaves knows whether it has seen them all.
  arrivals bigint not null,
  primary key (merchant_id, profile_id)
);
create index webhook_endpoints_due on webhook_endpoints (lane, due_at)
  where claimed_by is null and due_at is not null;
create index webhook_endpoints_claimed on webhook_endpoints (claimed_by) where claimed_by is not null;

-- The lists of a merchant's events: all of them, those of one type, those whose delivery has a status.
create index events_newest on events (merchant_id, created desc, event_id desc)
  where created > '-infinity';
create index events_type on events (merchant_id, event_type, created desc, event_id desc)
  where created > '-infinity';
create index deliveries_status on deliveries (merchant_id, status, created desc, event_id desc)
  where created > '-infinity';
