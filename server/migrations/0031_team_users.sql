-- People who sign in, what they may do at which merchant, and organizations above merchants. A user, a session and an
-- organization belong to no single merchant, so they are in the directory.
create table directory.organizations (
  organization_id text collate "C" primary key,
  organization_name text not null,
  created timestamptz not null,
  modified_at timestamptz not null,
  version int not null
);
-- Null only for a merchant that the previous release created during an upgrade.
alter table merchants add column organization_id text collate "C";
insert into directory.organizations (organization_id, organization_name, created, modified_at, version)
  select 'org_' || merchant_id, merchant_name, created, created, 1 from merchants;
update merchants set organization_id = 'org_' || merchant_id;
create index merchants_organization on merchants (organization_id, merchant_id) where organization_id is not null;

-- A key of an organization reads the figures of all its merchants.
alter table api_keys add column organization_id text collate "C";

create table directory.users (
  user_id text collate "C" primary key,
  -- In lower case.
  email text collate "C" not null,
  name text,
  -- Argon2id in the PHC format; null until an invitation is accepted.
  password_hash text,
  password_changed_at timestamptz,
  -- Sealed.
  totp_secret bytea,
  totp_pending bytea,
  -- The last time step whose code was used: a code works once.
  totp_step bigint,
  -- Keyed hashes of the unused ones.
  recovery_codes jsonb not null,
  -- The link to reset the password is derived from this number, so a new one makes the old one useless.
  resets int not null,
  reset_expires_at timestamptz,
  last_signed_in_at timestamptz,
  created timestamptz not null,
  modified_at timestamptz not null,
  version int not null
);
create unique index users_email on directory.users (email);

-- entity_id is a merchant or an organization.
create table directory.memberships (
  entity_id text collate "C" not null,
  user_id text collate "C" not null,
  entity_type text not null,
  role_id text collate "C" not null,
  status text not null,
  -- The link of an invitation is derived from this number, so a new one makes the old one useless.
  invitations int not null,
  invitation_expires_at timestamptz,
  created timestamptz not null,
  modified_at timestamptz not null,
  version int not null,
  primary key (entity_id, user_id)
);
create index memberships_user on directory.memberships (user_id, entity_id) where created > '-infinity';

create table directory.sessions (
  session_id text collate "C" primary key,
  token_hash bytea not null,
  user_id text collate "C" not null references directory.users on delete cascade,
  -- The merchant that the user works for at the moment.
  merchant_id text collate "C",
  -- Whether the second factor was given, or none is needed.
  is_verified boolean not null,
  address text not null,
  user_agent text,
  created timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  version int not null
);
create unique index sessions_token on directory.sessions (token_hash);
create index sessions_user on directory.sessions (user_id, created);
create index sessions_expired on directory.sessions (expires_at);

-- Failed attempts to guess a password or a code. A subject is a keyed hash, so the table has no addresses of people.
create table directory.guesses (
  subject bytea not null,
  source text collate "C" not null,
  failures int not null,
  until timestamptz not null,
  primary key (subject, source)
);
create index guesses_expired on directory.guesses (until);

-- The roles that a merchant has made itself; the others are in the code.
create table roles (
  merchant_id text collate "C" not null,
  role_id text collate "C" not null,
  role_name text not null,
  groups jsonb not null,
  created timestamptz not null,
  modified_at timestamptz not null,
  version int not null,
  primary key (merchant_id, role_id)
);

-- E-mails to users. The merchant is empty for a mail about the account of a user.
create table user_mails (
  merchant_id text collate "C" not null,
  mail_id text collate "C" not null,
  kind text not null,
  email text not null,
  facts jsonb not null,
  mail_status text,
  mail_attempts int not null,
  mail_error text,
  mail_sent_at timestamptz,
  mail_due timestamptz,
  created timestamptz not null,
  version int not null,
  primary key (merchant_id, mail_id)
);
create index user_mails_due on user_mails (mail_due) where mail_due is not null;

-- The user of an entry.
alter table audit_log add column user_id text collate "C";
