import { hash } from '@node-rs/argon2'
import { bookableTimes, CALL_MINUTES } from '../../../domain/booking.ts'
import { addressed, DEFAULT_RECIPIENTS } from '../../../domain/squad.ts'
import type { Config } from '../../config.ts'
import type { UpswingServer } from '../../server.ts'
import { listAdmins } from '../admins.ts'
import { operatorClientOf, type OperatorClient } from '../operator.ts'
import { inventHistory, type History } from './history.ts'
import { createMayasHistory } from './mayas-history.ts'
import { comments, links, maya } from './maya.ts'
import { people, type SamplePerson } from './people.ts'
import { createRandom } from './random.ts'
import { before, MS_PER_HOUR } from './times.ts'

/** Accounts to sign in as; everyone in the cohort has the same password. */
const DEMO = {
  founder: 'founder@demo.upswing.local',
  admin: 'admin@demo.upswing.local',
  password: 'upswing-demo',
} as const
const DOMAIN = '@demo.upswing.local'

/** Accounts of the sample cohort, shown at the start. */
export interface SampleAccounts {
  readonly founder: string
  /** Unless the operator configured an admin. */
  readonly admin?: string
  readonly password: string
}

/** Marks in the account's metadata that the cohort is complete, in case filling was interrupted. */
const COMPLETE = { sample_cohort: 'complete' } as const

/** Rows per request: a slow machine writes them within the time of one statement. */
const ROWS_AT_ONCE = 25

/** The database has other data. Known by name, so that a start without a cohort does not load this module. */
class NotADemo extends Error {
  override readonly name = 'NotADemo'
}

/**
 * Fills an unused database with a sample cohort: sixty founders with up to a year behind them.
 * @returns the accounts to sign in as
 * @throws {NotADemo} when the database has other founders
 */
export async function ensureCohort(server: UpswingServer, config: Config, now = new Date()): Promise<SampleAccounts> {
  const client = operatorClientOf(server, config)
  const { data, error } = await client.auth.admin.listUsers({ perPage: 1000 })
  if (error) throw error
  const admins = await listAdmins(client)
  if (!data.users.some(({ app_metadata }) => app_metadata['sample_cohort'] === COMPLETE.sample_cohort)) {
    const founders = data.users.filter(({ id }) => !admins.some((admin) => admin.id === id))
    if (founders.some(({ email }) => !email?.endsWith(DOMAIN))) {
      throw new NotADemo('the demo needs a database without founders: choose another DATA_DIR or DATABASE_URL')
    }
    // From a start that was interrupted.
    for (const { id } of founders) await client.auth.admin.deleteUser(id)
    await fill(client, now)
  }
  const hasOwnAdmin = config.ADMIN_PASSWORD === DEMO.password && admins.some(({ email }) => email === DEMO.admin)
  return { founder: DEMO.founder, ...(hasOwnAdmin && { admin: DEMO.admin }), password: DEMO.password }
}

async function fill(client: OperatorClient, now: Date): Promise<void> {
  // Hashed once, since hashing is slow on purpose.
  const passwordHash = await hash(DEMO.password)
  const cohort = [
    ...people.map((person, index) => ({
      person,
      email: `${plain(person.first)}.${plain(person.last)}${DOMAIN}`,
      history: inventHistory(person, createRandom(index + 1), now),
    })),
    { person: maya, email: DEMO.founder, history: createMayasHistory(createRandom(0), now) },
  ]
  const members = await Promise.all(
    cohort.map(async (member) => ({ ...member, id: await signUp(client, member, passwordHash) })),
  )
  const profiles = members.map(({ id, person, history }) => ({
    id,
    first_name: person.first,
    last_name: person.last,
    created_at: earliestOf(history),
    board_seen_at: newestOf(history.weekly_checkins),
  }))
  await client.from('profiles').upsert(profiles).throwOnError()
  // Before the messages: replies after it are unread.
  const receipts = members.map(({ id, history }) => ({ user_id: id, founder_read_until: lastRead(history) }))
  await client.from('read_receipts').insert(receipts).throwOnError()
  for (const table of tables) {
    const rows = members.flatMap(({ id, history }) => history[table].map((row) => ({ ...row, user_id: id })))
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      await client.from(table).insert(rows.slice(from, from + ROWS_AT_ONCE) as never).throwOnError() // prettier-ignore
    }
  }
  await client
    .from('squad_bookings')
    .insert(inventCalls(members.map(({ id }) => id).toReversed(), now))
    .throwOnError()
  // Figures are recorded on the day of their last point; the trigger's is of today.
  const aDayAgo = before(now, 24 * MS_PER_HOUR).slice(0, 10)
  const points = client.from('runway_points').delete().gt('day', aDayAgo)
  await points
    .in(
      'user_id',
      members.map(({ id }) => id),
    )
    .throwOnError()
  const last = members.at(-1)
  if (last) await linkGoals(client, last.id)
  if (last) await comment(client, last.id, now)
  if (last) await client.auth.admin.updateUserById(last.id, { app_metadata: COMPLETE })
}

/** Links Maya's goals to those that they serve. */
async function linkGoals(client: OperatorClient, user: string): Promise<void> {
  const { data } = await client.from('goals').select('id, text').eq('user_id', user).throwOnError()
  const idOf = (text: string) => data.find((goal) => goal.text === text)?.id ?? ''
  for (const [text, served] of links) {
    const link = client.from('goals').update({ parent_id: idOf(served) })
    await link.eq('id', idOf(text)).throwOnError()
  }
}

/** Comments on Maya's records, the last of which she has not read. */
async function comment(client: OperatorClient, user: string, now: Date): Promise<void> {
  const decisions = await client.from('decisions').select('id, title').eq('user_id', user).throwOnError()
  const checkIns = client.from('weekly_checkins').select('id').eq('user_id', user)
  const { data: checkIn } = await checkIns.order('week_of', { ascending: false }).limit(1).single().throwOnError()
  const rows = comments.map(({ on, from, hoursAgo, text }) => ({
    user_id: user,
    ...(from === null
      ? { sender_type: 'user' as const, sender_name: null, content: addressed(DEFAULT_RECIPIENTS, text) }
      : { sender_type: 'squad' as const, sender_name: from, content: text }),
    created_at: before(now, hoursAgo * MS_PER_HOUR),
    ...(on === 'check-in'
      ? { about_kind: 'check-in' as const, about_id: checkIn.id }
      : {
          about_kind: 'decision' as const,
          about_id: decisions.data.find(({ title }) => title === on.decision)?.id ?? '',
        }),
  }))
  await client.from('squad_messages').insert(rows).throwOnError()
}

const tables = [
  'goals', 'traction_loops', 'weekly_checkins', 'notes', 'own_notes', 'weekly_targets', 'weekly_target_points', 'decisions', 'squad_messages', 'ai_conversations',
  'founder_ai_memory', 'runway_data', 'traction_points', 'runway_points', 'runway_proposals',
] as const satisfies readonly (keyof History)[] // prettier-ignore

async function signUp(
  client: OperatorClient,
  { person, email }: { person: SamplePerson; email: string },
  passwordHash: string,
): Promise<string> {
  const { data, error } = await client.auth.admin.createUser({
    email,
    password_hash: passwordHash,
    email_confirm: true,
    user_metadata: { first_name: person.first, last_name: person.last },
  })
  if (error) throw error
  return data.user.id
}

/** Calls over the next days, each with another founder; the first is Maya's. No mails are sent. */
function inventCalls(founders: readonly string[], now: Date) {
  const times = bookableTimes(now, ['saturday', 'sunday'])
  return calls.flatMap(({ member, topic, place }, index) => {
    const [founder, start] = [founders[index], times[place]]
    if (founder === undefined || !start) return []
    const end = new Date(start.getTime() + CALL_MINUTES * 60_000)
    return { user_id: founder, member, topic, starts_at: start.toISOString(), ends_at: end.toISOString() }
  })
}

/** `place`: the index among the coming slots. */
const calls = [
  { member: 'growth', place: 22, topic: 'Which of my two channels should I stop?' },
  { member: 'strategy', place: 9, topic: 'A term sheet is on the table' },
  { member: 'product', place: 27, topic: '' },
  { member: 'whole-squad', place: 41, topic: 'Half-year review' },
  { member: 'growth', place: 60, topic: 'Pricing page before the launch' },
] as const

/** When the founder signed up: an hour before the first check-in. */
function earliestOf({ weekly_checkins, goals, notes }: History): string {
  const moments = [...weekly_checkins, ...goals, ...notes].map(({ created_at }) => Date.parse(created_at ?? ''))
  return new Date(Math.min(...moments) - 3_600_000).toISOString()
}

/** When the founder wrote the newest of some rows. */
function newestOf(rows: readonly { readonly created_at?: string }[]): string {
  return new Date(Math.max(...rows.map(({ created_at }) => Date.parse(created_at ?? '')))).toISOString()
}

/** When the founder last read the squad's replies: when writing. */
const lastRead = ({ weekly_checkins, squad_messages }: History): string =>
  newestOf([...weekly_checkins, ...squad_messages.filter(({ sender_type }) => sender_type === 'user')])

/** A name as part of an address: without accents and spaces. */
const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()
