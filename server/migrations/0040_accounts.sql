-- When somebody with the mailbox, or a link from the operator, first chose the password; null: perhaps whoever invited the user
-- did. Until then a reset removes all other means to sign in.
alter table directory.users add column mailbox_proven_at timestamptz;
-- Known for those who chose their password after a mail with a link.
update directory.users u set mailbox_proven_at = u.password_changed_at
  where u.password_changed_at is not null and exists (
    select 1 from user_mails m
    where m.email = u.email and m.kind in ('invitation', 'password_reset')
      and m.mail_status = 'sent' and m.mail_sent_at <= u.password_changed_at
  );
-- The link was mailed, or printed for the operator; otherwise the merchant that invites has it too.
alter table directory.memberships add column proves_mailbox boolean not null default false;

-- Wrong codes since the last right one, from all devices and sessions.
alter table directory.users add column second_factor_failures int not null default 0;

-- Users of the merchant need a second factor.
alter table merchants add column require_two_factor boolean not null default false;
-- A passkey, a code, or a provider that says so; a password alone, and sessions from before, have one factor.
alter table directory.sessions add column has_two_factors boolean not null default false;
