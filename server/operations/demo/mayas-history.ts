import { atWork, before, checkInTimes, conversation, inventCheckIns, wordsOf, type History } from './history.ts'
import * as told from './maya.ts'
import type { Random } from './random.ts'

const MS_PER_HOUR = 3_600_000
/** Milliseconds before the co-founder's answer. */
const ANSWER_MS = 12_000

/** Maya's own texts for the last months, and generated ones for the rest of the year. */
export function tellMayasHistory(random: Random, now: Date): History {
  const dated = <Row extends { readonly weeksAgo: number }>(rows: readonly Row[]) =>
    rows.map(({ weeksAgo, ...row }) => ({ ...row, created_at: atWork(now, weeksAgo, random) }))
  const say = wordsOf(told.maya, random)
  const earlier = inventCheckIns(told.maya, random, now, { say, weeksHere: 52, until: told.weeks.length + 1 })
  const latest = told.weeks.map((week, index) => ({ ai_summary: null, ...week, ...checkInTimes(now, index + 1, random) })) // prettier-ignore
  return {
    weekly_checkins: [...earlier, ...latest],
    goals: dated(told.goals),
    traction_loops: dated(told.loops),
    notes: dated(told.notes),
    decisions: dated(told.decisions),
    squad_messages: told.conversations.flatMap(({ hoursAgo, ...thread }) =>
      conversation(thread, new Date(before(now, hoursAgo * MS_PER_HOUR)), now),
    ),
    // A question an hour, each with its answer.
    ai_conversations: told.talk.map((content, index) => {
      const isQuestion = index % 2 === 0
      const askedMsAgo = Math.ceil((told.talk.length - index) / 2) * MS_PER_HOUR
      return {
        role: isQuestion ? ('user' as const) : ('assistant' as const),
        content,
        created_at: before(now, isQuestion ? askedMsAgo : askedMsAgo - ANSWER_MS),
      }
    }),
    founder_ai_memory: [{ memory_content: told.memory }],
    runway_data: [told.runway],
  }
}
