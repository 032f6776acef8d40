-- One table for all mails. A mail to a user has the address; a mail about a subscription has none, it is read when the mail is sent.
alter table user_mails rename to mails;
alter index user_mails_pkey rename to mails_pkey;
alter index user_mails_due rename to mails_due;
-- Mails with an address are deleted after a month. The others stay, and are not scanned.
drop index user_mails_created;
alter table mails
  alter column email drop not null,
  alter column facts set default '{}',
  -- For the release before only; the same as in the facts.
  add column subscription_id text collate "C",
  add column invoice_id text collate "C";
create index mails_created on mails (created) where email is not null;

create function fill_subscription_mail() returns trigger language plpgsql as $$
begin
  if new.subscription_id is not null then
    new.facts := jsonb_build_object('subscription_id', new.subscription_id, 'invoice_id', new.invoice_id);
  else
    new.subscription_id := new.facts ->> 'subscription_id';
    new.invoice_id := new.facts ->> 'invoice_id';
  end if;
  return new;
end $$;
create trigger fill_subscription_mail before insert on mails
  for each row when (new.email is null) execute function fill_subscription_mail();

lock table subscription_mails in access exclusive mode;
insert into mails (merchant_id, mail_id, kind, subscription_id, invoice_id, mail_status, mail_attempts, mail_error,
    mail_sent_at, mail_due, created, version)
  select merchant_id, mail_id, kind, subscription_id, invoice_id, mail_status, mail_attempts, mail_error,
    mail_sent_at, mail_due, created, version from subscription_mails;
drop table subscription_mails;

-- Processes of the release before read and write these until they are stopped.
create view user_mails as
  select merchant_id, mail_id, kind, email, facts, mail_status, mail_attempts, mail_error, mail_sent_at, mail_due,
    created, version
  from mails where email is not null;
create view subscription_mails as
  select merchant_id, mail_id, kind, subscription_id, invoice_id, mail_status, mail_attempts, mail_error,
    mail_sent_at, mail_due, created, version
  from mails where subscription_id is not null;
