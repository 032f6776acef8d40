-- Finds the files that were uploaded for a dispute, when its customer is deleted.
create index files_dispute on files (merchant_id, dispute_id) where dispute_id is not null;
