import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../domain/database.types.ts'
import type { Cohort } from './founders/cohort.ts'
import { FOUNDER_KEYS, type FounderData, type FounderKey } from './founders/founder.ts'

const PASSWORD = 'evaluation-secret-123'
/** Rows per request: well below the limit of one megabyte. */
const ROWS_AT_ONCE = 400

export interface Account {
  readonly id: string
  readonly email: string
  readonly password: string
}

export type Accounts = Readonly<Record<FounderKey, Account>>

/** Signs the founders up and writes their records, as the service role. */
export async function writeFounders(service: SupabaseClient<Database>, cohort: Cohort): Promise<Accounts> {
  const accounts: [FounderKey, Account][] = []
  for (const key of FOUNDER_KEYS) accounts.push([key, await writeFounder(service, cohort[key])])
  return Object.fromEntries(accounts) as unknown as Accounts
}

async function writeFounder(service: SupabaseClient<Database>, founder: FounderData): Promise<Account> {
  const email = `${founder.key}@evaluation.example.com`
  const { data, error } = await service.auth.admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { first_name: founder.firstName, last_name: founder.lastName },
  })
  if (error) throw error
  const { id } = data.user
  const tables = [
    ['goals', founder.goals],
    ['traction_loops', founder.loops],
    ['traction_points', founder.loopPoints],
    ['weekly_checkins', founder.checkIns.map((row) => ({ ...row, ai_summary: null }))],
    ['decisions', founder.decisions],
    ['notes', founder.notes],
    ['squad_messages', founder.messages],
    ['squad_bookings', founder.calls],
    ['runway_data', founder.runway ? [founder.runway] : []],
    ['runway_points', founder.runwayPoints],
    ['founder_ai_memory', [{ memory_content: founder.memory }]],
  ] as const
  for (const [table, rows] of tables) {
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      const owned = rows.slice(from, from + ROWS_AT_ONCE).map((row) => ({ ...row, user_id: id }))
      await service.from(table).insert(owned as never).throwOnError() // prettier-ignore
    }
  }
  return { id, email, password: PASSWORD }
}
