import { CHECK_IN_TEXT_LIMIT, DEFAULT_MOOD, MOODS, moodLabel, PRIORITY_OUTCOMES } from '../../../../domain/check-ins.ts'
import { formatDate } from '../../../../domain/dates.ts'
import { addDays } from '../../../../domain/days.ts'
import { ANSWERS, DECISION_LIMITS, reviewDays } from '../../../../domain/decisions.ts'
import { GOAL_UNIT_LIMIT } from '../../../../domain/goal-targets.ts'
import { GOAL_PERIODS, GOAL_TEXT_LIMIT } from '../../../../domain/goals.ts'
import { formatCount } from '../../../../domain/numbers.ts'
import { truncateWithEllipsis } from '../../../../domain/truncate.ts'
import { LOOP_NAME_LIMIT, LOOP_STATUSES } from '../../../../domain/traction.ts'
import { weekOf, type IsoDate } from '../../../../domain/week.ts'
import { readYesNo } from './cells.ts'
import type { Kind } from './columns.ts'
import { problems } from './import-texts.ts'
import type { Choices, LineCells } from './line-cells.ts'
import { COUNT_FIELDS, GAINS } from './loop-totals.ts'
import type { Written } from './prepare-types.ts'

const MAX_NUMBER = 1_000_000_000

/** Characters of a text in the preview. */
const SHOWN = 80

export const quote = (text: string) => `“${truncateWithEllipsis(text.replaceAll(/\s+/g, ' '), SHOWN)}”`

/** The Monday of the week of a day. */
const mondayOf = (day: IsoDate): IsoDate => weekOf(new Date(`${day}T12:00:00Z`), 'UTC')

/** The Sunday of the week of a day, or today: what a week came to is known at its end. */
function endOfWeek(day: IsoDate, today: IsoDate): IsoDate {
  const sunday = addDays(mondayOf(day), 6)
  return sunday < today ? sunday : today
}

const labelled = <Value extends string>(options: readonly { value: Value; label: string }[]): Choices<Value> =>
  options.map(({ value, label }) => [label, value])

const PERIOD_WORDS: Record<string, readonly string[]> = {
  weekly: ['week', 'w'],
  monthly: ['month', 'm'],
  quarterly: ['quarter', 'q'],
  yearly: ['year', 'annual', 'annually', 'y'],
}
const PERIODS: Choices<string> = GOAL_PERIODS.map(({ id }) => [id, id, ...(PERIOD_WORDS[id] ?? [])])
const STATUSES: Choices<string> = LOOP_STATUSES.map(({ id }) => [id, id, ...(id === 'running' ? ['active'] : [])])
const MOOD_WORDS: Choices<number> = MOODS.map(({ label, value }) => [label, value, `${value}/5`])
const RIGHT = labelled(ANSWERS)
const HAPPENED = labelled(PRIORITY_OUTCOMES)

/** What a line of each kind becomes. */
export const WRITERS = {
  goals(cells: LineCells): Written {
    const text = cells.needed('text', GOAL_TEXT_LIMIT)
    if (cells.cell('period') === '') cells.refuse(problems.missing(cells.name('period')))
    const period = cells.choice('period', PERIODS)
    const created = cells.day('created')
    const done = cells.yesNo('done')
    // "Completed" is a day or a yes.
    const isWord = typeof readYesNo(cells.cell('completed')) !== 'string'
    const completedOn = isWord ? undefined : cells.day('completed')
    const completed = isWord ? cells.yesNo('completed') : undefined
    if (done !== undefined && completed !== undefined && done !== completed) cells.refuse(problems.doneTwice)
    const said = done ?? completed
    if (completedOn && said === false) cells.refuse(problems.doneButNot)
    if (completedOn && created && completedOn < created) cells.refuse(problems.doneBeforeSet)
    const isDone = said ?? completedOn !== undefined
    const target = amountIn(cells, 'target')
    const progress = amountIn(cells, 'progress')
    const unit = cells.text('unit', GOAL_UNIT_LIMIT)
    if (!target && (progress !== undefined || unit !== undefined)) cells.refuse(problems.noTargetYet)
    const state = isDone ? `done${completedOn ? ` on ${formatDate(completedOn)}` : ', date not known'}` : 'open'
    const goal = `Goal ${quote(text)}, ${period ?? '?'}`
    return {
      text: `${goal}${created ? `, of ${formatDate(created)}` : ''}, ${state}${target ? `, target ${formatCount(target)}${unit ? ` ${unit}` : ''}` : ''}`,
      record: {
        text,
        period,
        completed: isDone,
        created_on: created,
        completed_on: isDone ? completedOn : undefined,
        target,
        progress,
        unit,
      },
    }
  },
  decisions(cells: LineCells): Written {
    const title = cells.needed('title', DECISION_LIMITS.title)
    const reason = cells.needed('reason', DECISION_LIMITS.reason)
    const decided = cells.day('decided')
    const review = cells.day('review', false)
    const reviewed = cells.day('reviewed')
    const outcome = cells.text('outcome', DECISION_LIMITS.outcome)
    const wasRight = cells.choice('right', RIGHT)
    if ((outcome === undefined) !== (wasRight === undefined)) cells.refuse(problems.outcomeAlone)
    if (reviewed && decided && reviewed < decided) cells.refuse(problems.reviewedBeforeDecided)
    const { first, last } = reviewDays(decided ?? cells.today)
    if (review && (review < first || review > last)) cells.refuse(problems.reviewTooLate)
    return {
      text: `Decision ${quote(title)}${decided ? ` of ${formatDate(decided)}` : ''}${wasRight ? `, right: ${wasRight}` : review ? `, to review on ${formatDate(review)}` : ''}`,
      record: {
        title,
        reason,
        category: cells.text('category', DECISION_LIMITS.category),
        expected: cells.text('expected', DECISION_LIMITS.expected),
        decided_on: decided,
        review_on: review,
        reviewed_on: reviewed,
        outcome,
        was_right: wasRight,
      },
    }
  },
  'check-ins'(cells: LineCells): Written {
    const day = cells.neededDay('week')
    const week = day && mondayOf(day)
    const wins = cells.needed('wins', CHECK_IN_TEXT_LIMIT)
    const next_priority = cells.needed('priority', CHECK_IN_TEXT_LIMIT)
    const mood = cells.choice('mood', MOOD_WORDS)
    return {
      text: `Check-in ${week ? `of the week of ${formatDate(week)}` : quote(wins)}, mood ${mood ? moodLabel(mood) : `${moodLabel(DEFAULT_MOOD)} (none given)`}`,
      record: {
        week_of: week,
        mood: mood ?? DEFAULT_MOOD,
        wins,
        next_priority,
        blockers: cells.text('blockers', CHECK_IN_TEXT_LIMIT),
        priority_outcome: cells.choice('happened', HAPPENED),
      },
    }
  },
  loops(cells: LineCells): Written {
    const loop = cells.needed('loop', LOOP_NAME_LIMIT)
    const given = cells.neededDay('day')
    const day = given && (cells.name('day').startsWith('week') ? endOfWeek(given, cells.today) : given)
    const record: Written['record'] = { loop, day, status: cells.choice('status', STATUSES) }
    for (const field of Object.keys(COUNT_FIELDS)) {
      const number = cells.number(field)
      const least = GAINS.includes(field) ? -MAX_NUMBER : 0
      if (number !== undefined && !(Number.isInteger(number) && number >= least && number <= MAX_NUMBER))
        cells.refuse(problems.noCount(cells.name(field), cells.cell(field)))
      record[field] = number
    }
    if (Object.keys(COUNT_FIELDS).every((field) => cells.cell(field) === '')) cells.refuse(problems.noValue)
    return { text: `${quote(loop)}${day ? ` on ${formatDate(day)}` : ''}`, record }
  },
} as const satisfies Record<Kind, (cells: LineCells) => Written>

function amountIn(cells: LineCells, field: string): number | undefined {
  const number = cells.number(field)
  if (number !== undefined && !(number >= 0 && number <= MAX_NUMBER && (field !== 'target' || number > 0)))
    cells.refuse(problems.noTarget(cells.name(field), cells.cell(field)))
  return number === undefined ? undefined : Math.round(number * 100) / 100
}
