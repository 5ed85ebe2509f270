-- A note for many founders is one entry of the audit, which lists whom as long as it is kept.

alter table private.note_batches
  -- No foreign key: the audit log says for whom a former admin has written.
  drop constraint note_batches_admin_id_fkey,
  -- Everyone who gets it.
  add column founders uuid[] not null default '{}';

-- The notes that are added from now on have no entries of their own.
update private.note_batches set founders = founders_left where founders_left <> '{}';
insert into public.admin_audit (admin_id, table_name, row_id, action, after)
select b.admin_id, 'note_batches', b.id, 'insert',
  jsonb_build_object('title', b.title, 'content', left(b.content, 1000), 'founders', cardinality(b.founders))
from private.note_batches b where b.founders_left <> '{}';
