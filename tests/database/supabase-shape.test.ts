import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../server/database/database.ts'
import { openDatabase } from '../../server/database/open.ts'
import type { OwnDatabase } from '../engines.ts'
import { openOwn } from '../harness.ts'
import { shapeMissing } from '../supabase-cluster.ts'
import { openSupabaseShape, type SupabaseProject, type SupabaseShape } from '../supabase-shape.ts'

type Queries = Pick<Database, 'query'>

/** Every privilege of an API role in the product's schemas, in effect: whether granted to it, to all, or by default. */
const GRANTS = `
  select format('%s: %s on %s', who, what, object) as grant from (
    select who, what, c.oid::regclass::text as object
    from pg_class c, unnest($1::text[]) who, unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'trigger']) what
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'v', 'm', 'p')
      and has_table_privilege(who, c.oid, what)
    union all
    select who, what, format('%s.%s', c.oid::regclass, a.attname)
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped,
      unnest($1::text[]) who, unnest(array['select', 'insert', 'update']) what
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'v', 'm', 'p')
      and has_column_privilege(who, c.oid, a.attnum, what)
    union all
    select who, what, c.oid::regclass::text
    from pg_class c, unnest($1::text[]) who, unnest(array['usage', 'update']) what
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind = 'S'
      and has_sequence_privilege(who, c.oid, what)
    union all
    select who, 'execute', p.oid::regprocedure::text
    from pg_proc p, unnest($1::text[]) who
    -- A trigger's function cannot be called, only be given to a trigger by an owner of tables.
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prorettype <> 'trigger'::regtype
      and has_function_privilege(who, p.oid, 'execute')
    union all
    select who, what, nspname from pg_namespace, unnest($1::text[]) who, unnest(array['usage', 'create']) what
    where nspname in ('public', 'private') and has_schema_privilege(who, oid, what)
  ) as every
  order by 1`

const grantsOf = async ({ query }: Queries, roles: readonly string[]): Promise<string[]> =>
  (await query<{ grant: string }>(GRANTS, [roles])).map(({ grant }) => grant)

/** Rules besides privileges: policies, whether tables have them, as whom views run, and triggers. */
const RULES = `
  select format('%s %s %s %s %s using %s check %s', tablename, policyname, permissive, roles, cmd, qual, with_check) as rule
  from pg_policies where schemaname in ('public', 'private')
  union all
  select format('%s %s %s', oid::regclass, relrowsecurity, reloptions) from pg_class
  where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'v', 'p')
  union all
  select format('%s %s', pg_get_triggerdef(t.oid), t.tgenabled)
  from pg_trigger t join pg_proc p on p.oid = t.tgfoid
  where not t.tgisinternal and p.pronamespace = 'private'::regnamespace
  union all
  select format('published %s.%s', schemaname, tablename) from pg_publication_tables where pubname = 'supabase_realtime'
  order by 1`

const rulesOf = async ({ query }: Queries): Promise<string[]> =>
  (await query<{ rule: string }>(RULES)).map(({ rule }) => rule)

describe.skipIf(shapeMissing)('a database of the shape of a Supabase project', () => {
  let shape: SupabaseShape
  let project: SupabaseProject
  let owner: pg.Client
  /** A database of this project's own server. */
  let own: OwnDatabase
  let ownDatabase: Database
  beforeAll(async () => {
    shape = openSupabaseShape()
    own = await openOwn('pglite')
    ownDatabase = await openDatabase(own.config, () => undefined)
    project = await shape.project()
    owner = await connect('postgres')
  })
  afterAll(async () => {
    await owner.end()
    await ownDatabase.close()
    await own.remove()
    await shape.close()
  })

  async function connect(role: Parameters<SupabaseProject['urlOf']>[0], of = project): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: of.urlOf(role) })
    await client.connect()
    return client
  }

  test('the migrations were applied by a role that is no superuser and owns no account', async () => {
    const { rows } = await owner.query(
      `select current_user as role, rolsuper as "isSuperuser", pg_has_role('supabase_auth_admin', 'member') as "ownsAccounts",
         (select tableowner from pg_tables where schemaname = 'public' and tablename = 'goals') as "ownerOfGoals"
       from pg_roles where rolname = current_user`,
    )
    expect(rows).toEqual([{ role: 'postgres', isSuperuser: false, ownsAccounts: false, ownerOfGoals: 'postgres' }])
    await expect(owner.query('create table auth.extra ()')).rejects.toMatchObject({ code: '42501' })
    await expect(owner.query('alter table auth.users add column extra text')).rejects.toMatchObject({ code: '42501' })
  })

  test.each([
    ['a project that exposes new tables', true],
    ['a project that exposes nothing by itself', false],
  ])('visitors, users and apps have the same rights as on this server in %s', async (_, isExposing) => {
    const other = isExposing ? project : await shape.project({ isExposing })
    const roles = ['anon', 'authenticated']
    const grants = await grantsOf(other.database, roles)
    expect(grants).toContain('authenticated: select on goals')
    expect(grants).toEqual(await grantsOf(ownDatabase, roles))
    // Apps have the rights of visitors besides their own.
    const apps = await grantsOf(ownDatabase, ['connected_app'])
    const more = 'connected_app: execute on end_session(uuid)'
    expect((await grantsOf(other.database, ['connected_app'])).sort()).toEqual([...apps, more].sort())
    const granted = new Set(await grantsOf(other.database, ['service_role']))
    expect((await grantsOf(ownDatabase, ['service_role'])).filter((grant) => !granted.has(grant))).toEqual([])
  })

  test('policies, triggers and published tables are those of this server', async () => {
    const rules = await rulesOf(project.database)
    expect(rules).toContain('published public.goals')
    expect(rules).toEqual(await rulesOf(ownDatabase))
  })

  test('the tables of accounts have the documented columns and types', async () => {
    const { rows } = await owner.query<{ line: string }>(
      `select c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) as line
       from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relnamespace = 'auth'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
         -- This server has its own for these.
         and c.relname not in ('oauth_authorizations', 'oauth_consents')`,
    )
    expect(rows.map(({ line }) => line).sort()).toEqual((await documentedColumns()).sort())
  })

  test('each published row that subscriptions filter by user is logged with its user when it is deleted', async () => {
    const { rows } = await owner.query(
      `select p.tablename from pg_publication_tables p
       join pg_class c on c.oid = to_regclass(format('public.%I', p.tablename))
       join pg_attribute u on u.attrelid = c.oid and u.attname = 'user_id'
       where p.pubname = 'supabase_realtime' and c.relreplident <> 'f' and not exists (
         select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
         where i.indrelid = c.oid and i.indisprimary and a.attname = 'user_id'
       )`,
    )
    expect(rows).toEqual([])
  })

  describe('accounts that the auth server writes', () => {
    let auth: pg.Client
    const id = '00000000-0000-4000-8000-0000000000a1'
    const count = async (table: string) =>
      Number((await owner.query(`select count(*) from ${table} where user_id = $1`, [id])).rows[0].count)
    beforeAll(async () => {
      auth = await connect('supabase_auth_admin')
      await auth.query(
        `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, confirmation_token, recovery_token,
           email_change_token_new, email_change, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
         values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', 'ana@example.com', 'x', '', '',
           '', '', '{}', '{"first_name": " Ana ", "last_name": "Adler"}', now(), now())`,
        [id],
      )
    })
    afterAll(() => auth.end())

    /** As the data API does it: the role and the claims of the user's token. */
    async function asUser(text: string): Promise<void> {
      const api = await connect('authenticator')
      const claims = { sub: id, role: 'authenticated', aal: 'aal1', session_id: id }
      try {
        await api.query('begin')
        await api.query('set local role authenticated')
        await api.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(claims)])
        await api.query(text)
        await api.query('commit')
      } finally {
        await api.end()
      }
    }

    test('a confirmed sign-up creates the profile', async () => {
      const profiles = async () =>
        (await owner.query('select first_name, last_name from public.profiles where id = $1', [id])).rows
      expect(await profiles()).toEqual([])
      await auth.query('update auth.users set email_confirmed_at = now() where id = $1', [id])
      expect(await profiles()).toEqual([{ first_name: 'Ana', last_name: 'Adler' }])
    })

    test('a function that runs as its owner uses no temporary objects of its caller', async () => {
      await asUser(`
        create function pg_temp.is_seen(pg_catalog.uuid) returns boolean
        language plpgsql as $$ begin raise exception 'it runs as %', current_user; end $$;
        create domain pg_temp.uuid as pg_catalog.uuid check (pg_temp.is_seen(value));
        select public.begin_calendar_connection()`)
      const { rows } = await owner.query<{ function: string }>(
        `select oid::regprocedure::text as function from pg_proc
         where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
           and exists (select from unnest(proconfig) s where s like 'search_path=%' and s <> 'search_path=pg_catalog, pg_temp')`,
      )
      expect(rows).toEqual([])
    })

    test.each([
      ['a new password', `update auth.users set encrypted_password = encrypted_password || 'x' where id = $1`],
      ['a new address', `update auth.users set email = 'ana.new@example.com' where id = $1`],
      ['a recovery', `update auth.users set recovery_token = '' where id = $1`],
    ])('%s revokes the calendar feed', async (_, change) => {
      await owner.query(
        `insert into private.calendar_feeds (user_id, secret_hash, time_zone) values ($1, '\\x01', 'UTC')`,
        [id],
      )
      await auth.query(change, [id])
      expect(await count('private.calendar_feeds')).toBe(0)
    })

    test('the deletion of an account by the auth server deletes its rows', async () => {
      const other = '00000000-0000-4000-8000-0000000000b2'
      await auth.query(`insert into auth.users (id, email) values ($1, 'ben@example.com')`, [other])
      await owner.query(`insert into public.goals (user_id, text, period) values ($1, 'Ten demos', 'weekly')`, [other])
      await auth.query('delete from auth.users where id = $1', [other])
      const { rows } = await owner.query('select from public.goals where user_id = $1', [other])
      expect(rows).toEqual([])
    })

    test('a user deletes the own account after a recent proof', async () => {
      await auth.query(
        'insert into auth.sessions (id, user_id, created_at, updated_at) values ($1, $1, now(), now())',
        [id],
      )
      await asUser(`insert into public.goals (user_id, text, period) values ('${id}', 'Ten demos', 'weekly')`)
      await expect(asUser('select public.delete_my_account()')).rejects.toMatchObject({ code: '42501' })
      await auth.query(
        `insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
         values (gen_random_uuid(), $1, 'password', now(), now())`,
        [id],
      )
      await asUser('select public.delete_my_account()')
      const { rows } = await owner.query('select from auth.users where id = $1', [id])
      expect(rows).toEqual([])
      expect([await count('public.goals'), await count('auth.sessions')]).toEqual([0, 0])
    })
  })
})

/** `table.column type`, as in docs/accounts-tables.md. */
async function documentedColumns(): Promise<string[]> {
  const text = await readFile(new URL('../../docs/accounts-tables.md', import.meta.url), 'utf8')
  let table = ''
  return text.split('\n').flatMap((line) => {
    table = /^### auth\.(\w+)$/.exec(line)?.[1] ?? table
    const [, column, type] = /^\| `(\w+)` +\| ([^|]+?) +\| (?:yes|no) /.exec(line) ?? []
    return column ? `${table}.${column} ${type}` : []
  })
}
