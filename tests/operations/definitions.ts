import type { Transaction } from '../../server/database/database.ts'

/** Everything besides rows, by name: each object with its definition and the rights of the API's roles. */
const SQL = `
  with schema as (
    select oid, nspname from pg_namespace where nspname in ('auth', 'private', 'public', 'realtime', 'server')
  ),
  roles as (select oid, rolname from pg_roles where rolname in ('anon', 'authenticated', 'service_role'))
  select 'function ' || p.oid::regprocedure as name, pg_get_functiondef(p.oid) as definition
  from pg_proc p join schema s on s.oid = p.pronamespace
  union all
  select 'right to ' || p.oid::regprocedure || ' of ' || r.rolname, has_function_privilege(r.oid, p.oid, 'execute')::text
  from pg_proc p join schema s on s.oid = p.pronamespace cross join roles r
  union all
  select c.relkind::text || ' ' || c.oid::regclass,
    concat_ws(' ', case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid) end, c.reloptions::text,
      c.relrowsecurity::text, c.relreplident::text, c.relpersistence::text)
  from pg_class c join schema s on s.oid = c.relnamespace where c.relkind in ('r', 'v', 'S', 'c')
  union all
  select 'rights to ' || c.oid::regclass || ' of ' || r.rolname, (
    select string_agg(a.privilege_type, ' ' order by a.privilege_type) from aclexplode(c.relacl) a where a.grantee = r.oid
  ) || coalesce((
    select string_agg(t.attname || ':' || a.privilege_type, ' ' order by t.attname, a.privilege_type)
    from pg_attribute t cross join aclexplode(t.attacl) a where t.attrelid = c.oid and a.grantee = r.oid
  ), '')
  from pg_class c join schema s on s.oid = c.relnamespace cross join roles r where c.relkind in ('r', 'v', 'S')
  union all
  select 'column ' || c.oid::regclass || '.' || a.attname,
    concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull::text, a.attgenerated::text, a.attidentity::text,
      pg_get_expr(d.adbin, d.adrelid), a.attstattarget::text)
  from pg_attribute a join pg_class c on c.oid = a.attrelid join schema s on s.oid = c.relnamespace
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'v', 'c')
  union all
  select 'constraint ' || k.conrelid::regclass || '.' || k.conname, pg_get_constraintdef(k.oid)
  from pg_constraint k join schema s on s.oid = k.connamespace where k.conrelid <> 0
  union all
  select 'index ' || i.indexrelid::regclass, pg_get_indexdef(i.indexrelid)
  from pg_index i join pg_class c on c.oid = i.indexrelid join schema s on s.oid = c.relnamespace
  union all
  select 'trigger ' || t.tgrelid::regclass || '.' || t.tgname, pg_get_triggerdef(t.oid)
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join schema s on s.oid = c.relnamespace where not t.tgisinternal
  union all
  select 'policy ' || p.polrelid::regclass || '.' || p.polname,
    concat_ws(' ', p.polpermissive::text, p.polcmd::text, p.polroles::regrole[]::text,
      pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))
  from pg_policy p
  union all
  select 'published ' || prrelid::regclass, '' from pg_publication_rel`

/** All definitions of a database, by name. */
export async function definitionsOf(transaction: Transaction): Promise<Record<string, string>> {
  const rows = await transaction.query<{ name: string; definition: string | null }>(SQL)
  return Object.fromEntries(rows.map(({ name, definition }) => [name, definition ?? '']))
}
