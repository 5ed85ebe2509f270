import type { CallerRole } from '../database/caller.ts'
import type { Database } from '../database/database.ts'

/** A table in the publication `supabase_realtime`: its columns, keys and policies. */
export interface PublishedTable {
  readonly schema: string
  readonly name: string
  /** In the table's order. */
  readonly columns: readonly PublishedColumn[]
  readonly primaryKey: readonly string[]
  /** The columns that each change carries: those of the primary key and of the foreign keys. */
  readonly keys: readonly string[]
  /**
   * SQL over the table's columns: whether a role sees a row, from all policies. Needed for a deleted row, which can no
   * longer be selected.
   */
  readonly visible: Readonly<Record<Exclude<CallerRole, 'connected_app'>, string>>
}

export interface PublishedColumn {
  readonly name: string
  /** As the wire protocol names it: `uuid`, `int4`, `_text`. */
  readonly type: string
  /** As SQL names it, with its schema. */
  readonly sqlType: string
  readonly readableBy: readonly CallerRole[]
}

export type Published = ReadonlyMap<string, PublishedTable>

export const tableKey = (schema: string, table: string): string => JSON.stringify([schema, table])

interface TableRow extends Omit<PublishedTable, 'visible'> {
  readonly secured: boolean
  readonly policies: readonly {
    readonly permissive: boolean
    readonly roles: readonly string[]
    readonly using: string
  }[]
}

/** Reads the tables in the publication `supabase_realtime`, as the driver's own role. @throws {DatabaseError} */
export async function readPublished(database: Database): Promise<Published> {
  const rows = await database.query<TableRow>(`
    select p.schemaname as schema, p.tablename as name, c.relrowsecurity as secured,
      (
        select json_agg(json_build_object(
          'name', a.attname, 'type', t.typname, 'sqlType', format('%I.%I', n.nspname, t.typname),
          'readableBy', array(
            select r.rolname::text from pg_roles r
            where r.rolname in ('anon', 'authenticated', 'service_role')
              and has_column_privilege(r.oid, c.oid, a.attnum, 'SELECT')
          )
        ) order by a.attnum)
        from pg_attribute a
        join pg_type t on t.oid = a.atttypid
        join pg_namespace n on n.oid = t.typnamespace
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      ) as columns,
      array(
        select a.attname::text from pg_constraint k
        join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey)
        where k.conrelid = c.oid and k.contype = 'p'
      ) as "primaryKey",
      array(
        select distinct a.attname::text from pg_constraint k
        join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey)
        where k.conrelid = c.oid and k.contype in ('p', 'f')
      ) as keys,
      coalesce((
        select json_agg(json_build_object(
          'permissive', o.polpermissive, 'using', pg_get_expr(o.polqual, o.polrelid),
          'roles', array(select r.rolname::text from pg_roles r where r.oid = any (o.polroles))
        ))
        from pg_policy o
        where o.polrelid = c.oid and o.polcmd in ('r', '*')
      ), '[]') as policies
    from pg_publication_tables p
    join pg_namespace s on s.nspname = p.schemaname
    join pg_class c on c.relnamespace = s.oid and c.relname = p.tablename
    where p.pubname = 'supabase_realtime'`)
  return new Map(
    rows.map(({ secured, policies, ...table }) => {
      const visible = (role: CallerRole) => (secured ? visibleTo(role, policies) : 'true')
      return [
        tableKey(table.schema, table.name),
        {
          ...table,
          visible: {
            anon: visible('anon'),
            authenticated: visible('authenticated'),
            service_role: visible('service_role'),
          },
        },
      ]
    }),
  )
}

/** PostgreSQL's own rule: any permissive policy and every restrictive one must hold; without a policy no row is seen. */
function visibleTo(role: CallerRole, policies: TableRow['policies']): string {
  // A policy for PUBLIC is stored with no role at all.
  const applicable = policies.filter(({ roles }) => roles.length === 0 || roles.includes(role))
  const permissive = applicable.filter((policy) => policy.permissive).map(({ using }) => `(${using})`)
  const restrictive = applicable.filter((policy) => !policy.permissive).map(({ using }) => `(${using})`)
  if (permissive.length === 0) return 'false'
  return [`(${permissive.join(' or ')})`, ...restrictive].join(' and ')
}
