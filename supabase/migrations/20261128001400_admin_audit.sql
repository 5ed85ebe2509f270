-- The audit log as admins read it: by who, whom, what and when, newest first. Exports are logged, too.

create index admin_audit_by_admin on public.admin_audit (admin_id, created_at desc, id desc);
create index admin_audit_by_table on public.admin_audit (table_name, created_at desc, id desc);

alter table public.admin_audit drop constraint admin_audit_action_check,
  add constraint admin_audit_action_check check (action in ('insert', 'update', 'delete', 'export'));
