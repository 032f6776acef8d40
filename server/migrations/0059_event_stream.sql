-- The order in which a merchant's events became known, for clients that follow them. A client's cursor is a position.
create table event_streams (
  merchant_id text collate "C" primary key,
  -- The last position. This row is locked from the moment a position is taken until its row is committed, so whoever
  -- sees a position sees every position before it.
  position bigint not null,
  -- Never goes back.
  moved_at timestamptz not null,
  -- When a client last followed.
  followed_at timestamptz
);
create table event_stream (
  merchant_id text collate "C" not null,
  position bigint not null,
  event_id text collate "C" not null,
  profile_id text collate "C" not null,
  event_type text not null,
  -- 0 for the first time; for a redelivery its position.
  redelivery bigint not null,
  created timestamptz not null,
  primary key (merchant_id, position)
);
create unique index event_stream_event on event_stream (merchant_id, event_id, redelivery)
  where created > '-infinity';

-- What a developer's listener has done with an event. The deliveries of the event do not depend on it.
create table listener_attempts (
  merchant_id text collate "C" not null,
  event_id text collate "C" not null,
  listener text collate "C" not null,
  attempt int not null,
  url text not null,
  response_status int,
  response_body text,
  error text,
  error_message text,
  duration_ms int not null,
  created timestamptz not null,
  primary key (merchant_id, event_id, listener, attempt)
);
