import * as z from 'zod/mini'
import { DECISION_LIMITS, DEFAULT_DECISION_CATEGORY, UNRATED } from '../../../domain/decisions.ts'
import { GOAL_PERIODS, GOAL_TEXT_LIMIT } from '../../../domain/goals.ts'
import { CHECK_IN_TEXT_LIMIT, MOODS } from '../../../domain/check-ins.ts'
import { addressed, DEFAULT_RECIPIENTS, SQUAD, SQUAD_MESSAGE_LIMIT } from '../../../domain/squad.ts'
import { isDay } from '../../../domain/week.ts'
import { tool } from '../growth-chat/tools.ts'
import type { AppAccess, AppTool } from './app-access.ts'

/** A write that the database refuses, in words for the app. */
export class Refused extends Error {}

const ADD = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false } as const

/** What an entry may be, as the database has it (`app_entries`). */
const ENTRIES = ['goal', 'done-goal', 'check-in', 'decision', 'message'] as const

const key = z.optional(z.uuid()).check(z.describe('A UUID of this call: the same one again adds nothing a second time'))

const day = z.string().check(z.refine(isDay, 'a day of the calendar, YYYY-MM-DD'))
const text = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most))

const periods = GOAL_PERIODS.map(({ id }) => id)
const recipients = SQUAD.map(({ id }) => id)

/** What an app may add, by its scopes: as the founder's own forms do, marked, and undone within a day. */
export function writingToolsOf({ client, userId, scopes }: AppAccess): AppTool[] {
  const writesRecords = [
    writing('add_goal', 'Add a goal', 'Adds a goal of a week, month, quarter or year; a target makes it a number to reach.', {
      text: text(GOAL_TEXT_LIMIT),
      period: z.enum(periods),
      target: z.optional(z.number().check(z.positive(), z.maximum(1e12))),
      unit: z.optional(text(40)),
      key,
    }, async ({ key: id = crypto.randomUUID(), ...goal }) => {
      await add('goals', { id, user_id: userId, completed: false, ...goal })
      return { added: 'goal', id, undo: { id, what: 'goal' } }
    }),
    writing('complete_goal', 'Tick a goal', 'Marks a goal as done. Find its id first.', { id: z.uuid() }, async ({ id }) => {
      const { data, error } = await client.from('goals').update({ completed: true }).eq('id', id).select('id')
      if (error) throw refusalOf(error)
      if (data.length === 0) throw new Refused('There is no open goal with this id')
      return { done: 'goal', id, undo: { id, what: 'done-goal' } }
    }),
    writing('log_check_in', 'Log the weekly check-in', 'Adds the check-in of one of the last four weeks, of which each has one. Only the founder can say the mood: ask them.', {
      week_of: day.check(z.describe('The Monday of the week, YYYY-MM-DD')),
      mood: z.int().check(z.minimum(1), z.maximum(5), z.describe(MOODS.map(({ value, label }) => `${value}: ${label}`).join(', '))),
      wins: text(CHECK_IN_TEXT_LIMIT),
      blockers: z.optional(text(CHECK_IN_TEXT_LIMIT)),
      next_priority: text(CHECK_IN_TEXT_LIMIT),
    }, async ({ blockers = '', ...checkIn }) => {
      const row = { user_id: userId, blockers, ...checkIn }
      const { data, error } = await client.from('weekly_checkins').insert(row).select('id').maybeSingle()
      if (error?.code === '23505') throw new Refused('There is a check-in of this week already')
      if (error) throw refusalOf(error)
      return { added: 'check-in', id: data?.id, week_of: checkIn.week_of, undo: { id: data?.id, what: 'check-in' } }
    }),
    writing('log_decision', 'Log a decision', 'Adds a decision to the founder’s journal, with its reason and what is expected of it.', {
      title: text(DECISION_LIMITS.title),
      reason: text(DECISION_LIMITS.reason),
      category: z.optional(text(DECISION_LIMITS.category)),
      expected: z.optional(text(DECISION_LIMITS.expected)),
      review_on: z.optional(day.check(z.describe('When to look at it again, YYYY-MM-DD'))),
      key,
    }, async ({ key: id = crypto.randomUUID(), category = DEFAULT_DECISION_CATEGORY, ...decision }) => {
      await add('decisions', { id, user_id: userId, ...UNRATED, category, ...decision })
      return { added: 'decision', id, undo: { id, what: 'decision' } }
    }),
  ] // prettier-ignore
  const writesToSquad = writing(
    'message_squad',
    'Message the growth squad',
    'Sends a message to the people of the growth squad in the founder’s name. Show the founder the text first.',
    {
      text: text(SQUAD_MESSAGE_LIMIT - 200),
      to: z.optional(z.array(z.enum(recipients)).check(z.minLength(1), z.maxLength(recipients.length))),
      key,
    },
    async ({ key: id = crypto.randomUUID(), text: content, to = DEFAULT_RECIPIENTS }) => {
      await add('squad_messages', { id, user_id: userId, sender_type: 'user', content: addressed(to, content) })
      return { sent: 'message', id, undo: { id, what: 'message' } }
    },
  )
  const undoing = {
    ...writing(
      'undo',
      'Undo',
      'Takes back what you have added, or the tick of a goal, within a day, with the values of undo that the call returned. What was changed since stays, and so does a message that the squad has answered.',
      { id: z.uuid(), what: z.enum(ENTRIES) },
      async ({ id, what }) => {
        const { error } = await client.rpc('undo_app_entry', { record: id, kind: what })
        if (error) throw refusalOf(error)
        return { undone: what, id }
      },
    ),
    annotations: { ...ADD, destructiveHint: true },
  }
  const offered = [
    ...(scopes.includes('records:write') ? writesRecords : []),
    ...(scopes.includes('squad:write') ? [writesToSquad] : []),
  ]
  return offered.length > 0 ? [...offered, undoing] : []

  /** Adds a row. One that is there under the same id was added by an attempt whose response was lost, if it is the same. */
  async function add(
    table: 'goals' | 'decisions' | 'squad_messages',
    row: Readonly<Record<string, unknown>> & { readonly id: string },
  ) {
    const { error } = await client.from(table).insert(row as never)
    if (!error) return
    if (error.code !== '23505') throw refusalOf(error)
    const columns = Object.keys(row).join(', ')
    const { data } = await client.from(table).select(columns).eq('id', row.id).maybeSingle().throwOnError()
    const stored = data as Readonly<Record<string, unknown>> | null
    const isSame = stored !== null && Object.entries(row).every(([name, value]) => stored[name] === value)
    if (!isSame) throw new Refused('This key was used before: nothing was added')
  }
}

/** SQLSTATEs of what a caller may be told: checks, rules and limits. */
const TOLD = /^(?:22...|23514|P0001|54000|over_request_rate_limit)$/

/** @returns what the app is told; another error is a failure of ours */
function refusalOf({ code, message }: { readonly code: string; readonly message: string }): Error {
  if (TOLD.test(code)) return new Refused(message)
  return code === '42501' ? new Refused('This is not allowed') : new Error(message)
}

function writing<Shape extends z.core.$ZodLooseShape>(
  name: string,
  title: string,
  description: string,
  shape: Shape,
  run: (given: z.infer<z.ZodMiniObject<Shape>>) => Promise<unknown>,
): AppTool {
  return { ...tool(name, description, z.object(shape), run), title, annotations: ADD }
}
