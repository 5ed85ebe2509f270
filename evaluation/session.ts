import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { WebSocket } from 'ws'
import { parseAnswerStream } from '../domain/answer-stream.ts'
import type { Database } from '../domain/database.types.ts'
import type { ChatMessage } from '../domain/growth-chat.ts'
import type { EvaluatedFounder } from './founders.ts'

/** A founder whose records are stored, signed in. */
export interface Session {
  ask(messages: readonly ChatMessage[]): Promise<{ answer: string; firstMs: number; wholeMs: number }>
  suggest(previousActions: readonly string[]): Promise<readonly string[]>
}

type Service = SupabaseClient<Database>
type Tables = Database['public']['Tables']

const ROWS_AT_ONCE = 500

/** Creates the founder's account, stores the records, and signs in. */
export async function connect(url: string, secret: string, founder: EvaluatedFounder): Promise<Session> {
  const { supabaseKey } = (await (await fetch(`${url}/config.json`)).json()) as { supabaseKey: string }
  const options = { auth: { persistSession: false }, realtime: { transport: WebSocket as never } }
  const service = createClient<Database>(url, secret, options)
  const account = { email: `${founder.key}@example.com`, password: 'secret of the evaluation' }
  const { data, error } = await service.auth.admin.createUser({
    ...account,
    email_confirm: true,
    user_metadata: { first_name: founder.firstName, last_name: 'Founder' },
  })
  if (error) throw error
  await store(service, data.user.id, founder)
  const client = createClient<Database>(url, supabaseKey, options)
  const signedIn = await client.auth.signInWithPassword(account)
  if (signedIn.error) throw signedIn.error
  const { session } = signedIn.data

  const post = async (name: string, body: object) => {
    const response = await fetch(`${url}/functions/v1/${name}`, {
      method: 'POST',
      headers: {
        apikey: supabaseKey,
        Authorization: `Bearer ${session.access_token}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`)
    return response
  }
  return {
    async ask(messages) {
      const startedAt = performance.now()
      const { body } = await post('growth-chat', { messages, userId: session.user.id })
      let answer = ''
      let firstMs = 0
      if (!body) throw new Error('growth-chat: no body')
      for await (const piece of parseAnswerStream(body, () => undefined)) {
        if (answer === '') firstMs = performance.now() - startedAt
        answer += piece
      }
      return { answer, firstMs, wholeMs: performance.now() - startedAt }
    },
    async suggest(previousActions) {
      const response = await post('suggest-quick-actions', { previousActions })
      return ((await response.json()) as { actions: string[] }).actions
    },
  }
}

async function store(service: Service, user_id: string, founder: EvaluatedFounder): Promise<void> {
  const insert = async <Name extends keyof Tables>(
    name: Name,
    rows: readonly Omit<Tables[Name]['Insert'], 'user_id'>[],
  ) => {
    for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
      const some = rows.slice(start, start + ROWS_AT_ONCE).map((row) => ({ ...row, user_id }))
      const { error } = await service.from(name).insert(some as never, { defaultToNull: false })
      if (error) throw new Error(`${name}: ${error.message}`)
    }
  }
  const noon = (day: string) => `${day}T12:00:00Z`
  await insert('goals', founder.goals.map(({ id, text, period, added, completed }) => ({
    id, text, period, created_at: noon(added), completed: completed !== undefined, ...(completed && { completed_at: noon(completed) }),
  }))) // prettier-ignore
  await insert('traction_loops', founder.loops.map(({ id, name, status, points }) => {
    const { messages = 0, demos = 0, conversions = 0 } = points.at(-1) ?? {}
    return { id, name, status, messages, demos, conversions, created_at: noon(points[0]?.day ?? '2026-01-01') }
  })) // prettier-ignore
  // Today's point is written with the loop.
  await insert('traction_points', founder.loops.flatMap(({ id, status, points }) =>
    points.slice(0, -1).map(({ day, messages, demos, conversions }) => ({ loop_id: id, status, day, messages, demos, conversions })),
  )) // prettier-ignore
  await insert('weekly_checkins', founder.checkIns.map(({ id, week, mood, wins, blockers, priority, outcome }) => ({
    id, week_of: week, mood, wins, blockers, next_priority: priority, ...(outcome && { priority_outcome: outcome }), created_at: noon(week),
  }))) // prettier-ignore
  await insert('decisions', founder.decisions.map(({ id, title, reason, impact, result, date, wasRight, reviewOn }) => ({
    id, title, reason, impact, result, created_at: noon(date),
    ...(reviewOn && { review_on: reviewOn }),
    ...(wasRight && { was_right: wasRight, outcome: 'Seen later', reviewed_at: noon(date) }),
  }))) // prettier-ignore
  await insert('notes', founder.notes.map(({ id, title, content, date }) => ({ id, title, content, created_at: noon(date) }))) // prettier-ignore
  await insert('squad_messages', founder.messages.map(({ sender, content, date }) => ({
    content, created_at: noon(date), sender_type: sender ? ('squad' as const) : ('user' as const), ...(sender && { sender_name: sender }),
  }))) // prettier-ignore
  const amounts = founder.runway.map(({ day, balance, revenue, burn }) => ({
    day,
    bank_balance: balance,
    monthly_revenue: revenue,
    monthly_burn: burn,
  }))
  await insert(
    'runway_data',
    amounts
      .slice(-1)
      .map(({ bank_balance, monthly_revenue, monthly_burn }) => ({ bank_balance, monthly_revenue, monthly_burn })),
  )
  await insert('runway_points', amounts.slice(0, -1))
  await insert('founder_ai_memory', [{ memory_content: founder.memory }])
}
