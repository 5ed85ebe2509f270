import type { Caller } from '../../server/database/caller.ts'
import { keyCaller } from '../../server/database/caller.ts'
import type { Database } from '../../server/database/database.ts'
import { openDatabase, type DatabaseConfig } from '../../server/database/open.ts'
import type { Engine } from '../engines.ts'
import { engines, openOwn } from '../harness.ts'
import { shapeMissing } from '../supabase-cluster.ts'
import { openSupabaseShape } from '../supabase-shape.ts'

/** A database with the product's migrations: the server's own on an engine, or one of the shape of Supabase. */
export type Platform = Engine | 'supabase'

/** Available platforms. */
export const platforms: readonly Platform[] = shapeMissing === undefined ? [...engines, 'supabase'] : engines

export type Row = Readonly<Record<string, string | number | boolean | null>>

/** An error of PostgreSQL with its SQLSTATE as code. */
export class Refused extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** A caller; each attempt is one transaction with the caller's role and claims. */
export interface Actor {
  readonly id: string
  /** The rows that the caller sees. */
  sees(table: string, where?: Row): Promise<Row[]>
  /** @throws {Refused} */
  adds(table: string, row: Row): Promise<void>
  /** @returns how many rows were changed @throws {Refused} */
  changes(table: string, where: Row, changes: Row): Promise<number>
  /** @returns how many rows were deleted @throws {Refused} */
  deletes(table: string, where: Row): Promise<number>
  /** Calls a function. @returns its rows, or what it returns as the only row @throws {Refused} */
  calls<Answer = Row>(name: string, given?: Row): Promise<Answer[]>
}

export interface Cast {
  readonly database: Database
  readonly config: DatabaseConfig
  readonly anonymous: Actor
  readonly ana: Actor
  readonly ben: Actor
  readonly admin: Actor
  /** A former admin. */
  readonly exAdmin: Actor
  readonly service: Actor
  /** The same user, with other claims than those of a plain sign-in, `role` among them. */
  with(claims: object, person: Actor): Actor
  close(): Promise<void>
}

/** Two founders, an admin, a former admin and a visitor, on a database for one file. */
export async function gather(platform: Platform): Promise<Cast> {
  const { database, config, remove } = await open(platform)
  const service = actor(database, keyCaller('service_role'), '')
  const person = async (name: string, claims: object = {}): Promise<Actor> => {
    const id = crypto.randomUUID()
    await database.query(
      `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
       values ($1, $2, now(), jsonb_build_object('first_name', $3::text))`,
      [id, `${name}@example.com`, name],
    )
    // Signed in just now; the session has the id of its user.
    await addSession(database, id, id)
    await database.query(
      `insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
       values (gen_random_uuid(), $1, 'password', now(), now())`,
      [id],
    )
    return actor(database, userCaller(id, claims), id)
  }
  const [ana, ben, admin, exAdmin] = await Promise.all(['ana', 'ben', 'adele', 'emil'].map((name) => person(name)))
  if (!ana || !ben || !admin || !exAdmin) throw new Error('a user is missing')
  for (const { id } of [admin, exAdmin]) await service.adds('user_roles', { user_id: id, role: 'admin' })
  await service.deletes('user_roles', { user_id: exAdmin.id })
  return {
    database,
    config,
    anonymous: actor(database, keyCaller('anon'), ''),
    ana,
    ben,
    admin,
    exAdmin,
    service,
    with: (claims, { id }) => actor(database, userCaller(id, claims), id),
    close: remove,
  }
}

interface Opened {
  readonly database: Database
  readonly config: DatabaseConfig
  remove(): Promise<void>
}

async function open(platform: Platform): Promise<Opened> {
  if (platform === 'supabase') {
    const shape = openSupabaseShape()
    const { database, urlOf } = await shape.project()
    return { database, config: { kind: 'postgres', url: urlOf('postgres') }, remove: shape.close }
  }
  const own = await openOwn(platform)
  const database = await openDatabase(own.config, () => undefined)
  const remove = async () => {
    await database.close()
    await own.remove()
  }
  return { database, config: own.config, remove }
}

/** With every column that has no default in Supabase's tables. @returns the session's id */
export async function addSession(
  { query }: Pick<Database, 'query'>,
  user: string,
  id: string = crypto.randomUUID(),
): Promise<string> {
  await query(`insert into auth.sessions (id, user_id, created_at, updated_at) values ($1, $2, now(), now())`, [
    id,
    user,
  ])
  return id
}

/** An authenticator app. */
export const addFactor = (
  { query }: Pick<Database, 'query'>,
  user: string,
  status: 'verified' | 'unverified' = 'verified',
) =>
  query(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
     values (gen_random_uuid(), $1, 'totp', $2, 'sealed', now(), now())`,
    [user, status],
  )

function userCaller(id: string, claims: object): Caller {
  const all = { sub: id, session_id: id, role: 'authenticated' as const, aal: 'aal1', ...claims }
  return { role: all.role, claims: JSON.stringify(all), userId: id }
}

function actor(database: Database, caller: Caller, id: string): Actor {
  async function run(text: string, rows: readonly Row[]): Promise<string> {
    const values = rows.flatMap((row) => Object.values(row)).map((value) => (value === null ? null : String(value)))
    const result = await database.asCaller(caller, { text, values })
    if (result.ok) return result.value.rows[0]?.[0] ?? ''
    const { failure } = result
    throw new Refused(failure.kind === 'postgres' ? failure.sqlState : failure.kind, failure.message)
  }
  const count = async (text: string, rows: readonly Row[]) =>
    Number(await run(`with touched as (${text} returning 1) select count(*) from touched`, rows))
  return {
    id,
    sees: async (table, where = {}) =>
      JSON.parse(
        await run(`select coalesce(json_agg(t), '[]') from public.${table} t ${conditionOf(where)}`, [where]),
      ) as Row[],
    adds: async (table, row) => {
      const places = Object.keys(row).map((_, index) => `$${index + 1}`)
      await run(`insert into public.${table} (${Object.keys(row).join(', ')}) values (${places.join(', ')})`, [row])
    },
    changes: (table, where, changes) => {
      const sets = Object.keys(changes).map((name, index) => `${name} = $${index + 1}`)
      return count(`update public.${table} set ${sets.join(', ')} ${conditionOf(where, sets.length)}`, [changes, where])
    },
    deletes: (table, where) => count(`delete from public.${table} ${conditionOf(where)}`, [where]),
    calls: async (name, given = {}) => {
      const passed = Object.keys(given).map((parameter, index) => `${parameter} => $${index + 1}`)
      const called = `public.${name}(${passed.join(', ')})`
      return JSON.parse(await run(`select coalesce(json_agg(t), '[]') from ${called} as t`, [given]))
    },
  }
}

function conditionOf(where: Row, from = 0): string {
  const terms = Object.keys(where).map((name, index) => `${name} = $${from + index + 1}`)
  return terms.length > 0 ? `where ${terms.join(' and ')}` : ''
}
