-- A rate limit of its own for one merchant, set by the operator; null: that of the deployment.
alter table merchants add column rate_limit int check (rate_limit > 0);
