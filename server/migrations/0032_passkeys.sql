-- Passkeys, and the accounts of users at the provider of single sign-on. They belong to people and to no single
-- merchant, so they are in the directory. They go with the user.

-- What a sign-in in progress must come back with. Used once, then deleted.
create table directory.challenges (
  challenge_id text collate "C" primary key,
  kind text not null,
  -- The user who adds a passkey; null while it is not known who signs in.
  user_id text collate "C",
  expires_at timestamptz not null,
  version int not null
);
create index challenges_expired on directory.challenges (expires_at);

create table directory.passkeys (
  user_id text collate "C" not null references directory.users on delete cascade,
  passkey_id text collate "C" not null,
  -- 1 to 20, so that a user has at most 20.
  slot int not null,
  name text not null,
  -- In base64url, as browsers send it.
  credential_id text collate "C" not null,
  -- COSE.
  public_key bytea not null,
  -- How often the authenticator says that it has signed; always 0 for some.
  counter bigint not null,
  transports jsonb not null,
  is_synced boolean not null,
  last_used_at timestamptz,
  created timestamptz not null,
  version int not null,
  primary key (user_id, passkey_id)
);
create unique index passkeys_slot on directory.passkeys (user_id, slot);
create unique index passkeys_credential on directory.passkeys (credential_id);

create table directory.identities (
  issuer text collate "C" not null,
  subject text collate "C" not null,
  user_id text collate "C" not null references directory.users on delete cascade,
  created timestamptz not null,
  version int not null,
  primary key (issuer, subject)
);
-- An address that the company gives to another person does not give away the account.
create unique index identities_user on directory.identities (user_id, issuer);
