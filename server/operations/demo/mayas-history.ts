import { REVIEW_AFTER_DAYS, reviewDays, UNREVIEWED, type Answer } from '../../../domain/decisions.ts'
import { addDays } from '../../../domain/days.ts'
import { dayOf, weekOf } from '../../../domain/week.ts'
import { conversation, doneGoals, inventCheckIns, wordsOf, type History } from './history.ts'
import * as maya from './maya.ts'
import { proposedFigures, runwayPoints, withPoints } from './points.ts'
import type { Random } from './random.ts'
import { atWork, before, checkInTimes, completionOf, MS_PER_HOUR } from './times.ts'

const MS_PER_DAY = 24 * MS_PER_HOUR
const LATEST_CONVERSATION = '6f1d7a52-3c0e-4b8e-9a41-2d7c5b0e9f13'
/** Milliseconds before the co-founder's answer. */
const ANSWER_MS = 12_000

/** Maya's own texts for the last months, and generated ones for the rest of the year. */
export function createMayasHistory(random: Random, now: Date): History {
  const dated = <Row extends { readonly weeksAgo: number }>(rows: readonly Row[]) =>
    rows.map(({ weeksAgo, ...row }) => ({ ...row, created_at: atWork(now, weeksAgo, random) }))
  const say = wordsOf(maya.maya, random)
  const earlier = inventCheckIns(maya.maya, random, now, { say, weeksHere: 52, until: maya.weeks.length + 1 })
  const latest = maya.weeks.map((week, index) => ({ ai_summary: null, ...week, ...checkInTimes(now, index + 1, random) })) // prettier-ignore
  const history = {
    weekly_checkins: [...earlier, ...latest],
    goals: dated(maya.goals).map(({ doneWeeksAgo, ...goal }) => ({
      ...goal,
      completed_at: doneWeeksAgo === undefined ? completionOf(goal, now) : atWork(now, doneWeeksAgo, random),
    })),
    ...withPoints(dated(maya.loops), random, now),
    notes: dated(maya.notes),
    decisions: dated(maya.decisions).map((decision) => ({ ...UNREVIEWED, ...decision, ...reviewOf(decision) })),
    squad_messages: maya.conversations.flatMap(({ hoursAgo, ...thread }) =>
      conversation(thread, new Date(before(now, hoursAgo * MS_PER_HOUR)), now),
    ),
    // A question an hour, each with its answer.
    ai_conversations: maya.talk.map((content, index) => {
      const isQuestion = index % 2 === 0
      const askedMsAgo = Math.ceil((maya.talk.length - index) / 2) * MS_PER_HOUR
      return {
        // The last question began a conversation of its own.
        conversation: index < maya.talk.length - 2 ? null : LATEST_CONVERSATION,
        role: isQuestion ? ('user' as const) : ('assistant' as const),
        content,
        created_at: before(now, isQuestion ? askedMsAgo : askedMsAgo - ANSWER_MS),
      }
    }),
    founder_ai_memory: [{ memory_content: maya.memory }],
    runway_data: [maya.runway],
    runway_points: runwayPoints(maya.runway, now, maya.bridge),
    own_notes: dated(maya.ownNotes),
    weekly_targets: [maya.weeklyTargets],
    weekly_target_points: maya.targetPoints.map(({ weeksAgo, ...targets }) => ({
      week: addDays(weekOf(now, 'UTC'), -7 * weeksAgo),
      ...targets,
    })),
    runway_proposals: [proposedFigures(maya.runway, now)],
  }
  const done = maya.doneGoals.map((texts, index) => doneGoals(texts, index + 1, random, now))
  return { ...history, goals: [...done.flat(), ...history.goals] }
}

/** The usual day of a decision's review, and the answer, if there is one, on that day. */
function reviewOf({ created_at, was_right }: { readonly created_at: string; readonly was_right?: Answer }) {
  const moment = new Date(Date.parse(created_at) + REVIEW_AFTER_DAYS * MS_PER_DAY)
  return {
    review_on: reviewDays(dayOf(new Date(created_at), 'UTC')).usual,
    reviewed_at: was_right === undefined ? null : moment.toISOString(),
  }
}
