-- The zone in which a merchant's days begin in analytics and exports. A constant default changes no row.
alter table merchants add column time_zone text not null default 'UTC';
