import { GOAL_PERIODS } from '../../../../domain/goals.ts'
import { formatDate } from '../../../../domain/dates.ts'
import { daysBetween } from '../../../../domain/days.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import { FOUNDER_AS_SENDER, type CheckIn, type Decision, type Goal } from '../../_shared/founder-records.ts'
import type { AskingFounder } from '../founder-queries.ts'
import { counted, enumerated, from, nameOf, quoted, titled } from '../text.ts'
import { mondayOf } from '../understand/calendar-spans.ts'
import { entitiesIn } from '../understand/entities.ts'
import { isForm } from '../understand/names.ts'
import { phraseWords } from '../understand/phrase.ts'
import { recordFieldsIn, type RecordField } from '../understand/record-fields.ts'
import { subjectsNamed } from '../understand/subjects-named.ts'
import type { Understood } from '../understand/understand.ts'
import type { Answer } from './answer.ts'
import { VERDICTS } from './decisions.ts'
import { capital } from './figures.ts'
import { ofCheckIns, rowsMeant, textOf, type Row } from './record-rows.ts'
import { foundLine, searchRecords, type FoundRecord } from './search.ts'

/** Figures have answers of their own. */
const OF_FIGURES = /^(?:messages|demos|conversions|rate|loops|runway|balance|revenue|burn|net-burn|break-even|calls)\b/

/**
 * Several things that a message asks about one record, or about the weeks of one mood: "why am I leaving the label, what do I
 * hope for, and when do I check it?" Undefined where a part of the message asks anything else.
 */
export async function answerRecordFields(
  text: string,
  { query, conversation }: Understood,
  founder: AskingFounder,
): Promise<Answer | undefined> {
  if (OF_FIGURES.test(query.intent)) return undefined
  const asked = recordFieldsIn(text)
  if (!asked) return undefined
  const { fields } = asked
  const { context } = founder
  const entities = entitiesIn(text, context, context.today)
  if (entities.loops.length > 0) return undefined
  const rows = await rowsMeant(text, entities, asked, conversation.lastAnswer, founder)
  const [first] = rows ?? []
  if (!rows || !first || namesOther(text, first)) return undefined
  const said = await Promise.all(rows.slice(0, MAX_ROWS).map((row) => rowSaid(row, fields, entities.named, founder)))
  const known = said.filter((one) => one !== undefined)
  if (known.length === 0) return undefined
  const line = known.map(capital).join(' ')
  return rows.length > 1 ? { line: `**${counted(rows.length, NOUNS[first.kind])}**. ${line}` } : { line }
}

/** Whether a message also names a figure, a call or a due date that the record has no word of. */
function namesOther(text: string, row: Row): boolean {
  const own = phraseWords(textOf(row))
  return subjectsNamed(text).some((word) => !own.some((one) => isForm(one, word)))
}

const NOUNS = { decision: 'decision', goal: 'goal', 'check-in': 'week', other: 'record' } as const

/** Rows that one answer says. */
const MAX_ROWS = 4

/** A record and what is asked of it, as a sentence; undefined where nothing of that is known of such a record. */
async function rowSaid(
  row: Row,
  fields: readonly RecordField[],
  named: readonly string[],
  founder: AskingFounder,
): Promise<string | undefined> {
  const said: string[] = []
  const isWhyOfWeek = row.kind === 'check-in' && fields.includes('reason')
  // The day on which a goal was done is said with that.
  const own = row.kind === 'goal' && fields.includes('done') ? fields.filter((field) => field !== 'day') : fields
  for (const field of new Set<RecordField>(isWhyOfWeek ? ['mood', ...own] : own)) {
    const one = await fieldSaid(row, field, founder)
    if (one === undefined) return undefined
    if (one !== '') said.push(one)
  }
  const name = nameSaid(row, fields, named)
  return said.length === 0 ? `${name}.` : `${name}: ${[...new Set(said)].join('; ')}.`
}

/** A record by its name and its day. */
function nameSaid(row: Row, fields: readonly RecordField[], named: readonly string[]): string {
  const day = fields.includes('day') || fields.includes('age') ? `**${formatDate(row.day)}**` : formatDate(row.day)
  switch (row.kind) {
    case 'decision':
      return `${titled('decision', row.decision, row.decision.title)} of ${day}`
    case 'goal': {
      const { label } = GOAL_PERIODS.find(({ id }) => id === row.goal.period) ?? { label: row.goal.period }
      return `the ${label.toLowerCase()} goal ${titled('goal', row.goal, row.goal.text)}, set on ${day}`
    }
    case 'check-in':
      return `in the week of ${day}${from('check-in', row.checkIn)}${ofCheckIns(fields) ? '' : `, ${fieldNamed(row, named)}`}`
    case 'other': {
      const { kind, title, date, text } = row.found
      const when = fields.includes('day') ? `**${formatDate(date)}**` : formatDate(date)
      return kind === 'note'
        ? `the note ${titled('note', row.found, title)} of ${when} says ${quoted(text, 220)}`
        : `${title ? nameOf(title) : 'you'} wrote on ${when} ${quoted(text, 220)}`
    }
  }
}

/** What a check-in says of the words of a message, or its win. */
function fieldNamed({ checkIn }: Extract<Row, { kind: 'check-in' }>, named: readonly string[]): string {
  const fields = [
    ['win', checkIn.wins],
    ['blocker', checkIn.blockers],
    ['next priority', checkIn.next_priority],
  ] as const
  const score = (text: string) => named.filter((word) => phraseWords(text).some((one) => isForm(one, word))).length
  const [name, text] = fields.reduce((best, one) => (score(one[1]) > score(best[1]) ? one : best))
  return `whose ${name} was ${quoted(text, 120)}`
}

const NOT_RECORDED = '**not recorded**'

/** One field of a record; empty where the name of the record says it, undefined where such a record has none. */
async function fieldSaid(row: Row, field: RecordField, founder: AskingFounder): Promise<string | undefined> {
  const { today } = founder.context
  const days = daysBetween(row.day, today)
  switch (field) {
    case 'day':
      return row.kind === 'check-in' ? '' : days === 0 ? 'today' : `${counted(days, 'day')} ago`
    case 'age':
      return days === 0 ? 'today' : `**${counted(days, 'day')}** ago`
    case 'author':
    case 'text':
      return row.kind === 'other' ? '' : undefined
    case 'reply':
      return row.kind === 'other' ? replyTo(row.found, founder) : later(row, founder)
    case 'done':
      return row.kind === 'goal'
        ? doneOn(row.goal, founder)
        : row.kind === 'check-in'
          ? ofWeek(row, 'priority', founder)
          : undefined
    case 'mood':
    case 'wins':
    case 'blockers':
    case 'priority':
      return ofWeek(row, field, founder)
    case 'reason':
      return row.kind === 'decision'
        ? row.decision.reason.trim() ? `because **${quoted(row.decision.reason, 160)}**` : `the reason is ${NOT_RECORDED}`
        : row.kind === 'check-in' ? whySaid(row.checkIn) : undefined // prettier-ignore
    case 'expected':
    case 'outcome':
    case 'review':
      return row.kind === 'decision' ? ofDecision(row.decision, field, today) : undefined
    default:
      return field satisfies never
  }
}

function ofDecision(
  { expected, outcome, result, was_right, review_on }: Decision,
  field: 'expected' | 'outcome' | 'review',
  today: IsoDate,
): string {
  const came = [outcome.trim() || result.trim(), was_right ?? ''].filter(Boolean).length > 0
  const cameTo = [
    (outcome.trim() || result.trim()) && `it came to **${quoted(outcome.trim() || result, 160)}**`,
    was_right && VERDICTS[was_right],
  ].filter(Boolean)
  switch (field) {
    case 'expected':
      return expected.trim() ? `you expected **${quoted(expected, 160)}**` : `what you expected is ${NOT_RECORDED}`
    case 'outcome':
      return came ? cameTo.join(', ') : 'it has **no result** yet'
    case 'review':
      return !review_on
        ? `no day to look at it again is recorded`
        : was_right
          ? `looked at again: ${VERDICTS[was_right]}`
          : `${review_on <= today ? 'due for a second look since' : 'to be looked at again on'} **${formatDate(review_on)}**`
    default:
      return field satisfies never
  }
}

/** What the check-in of a record's week says. */
async function ofWeek(
  row: Row,
  field: 'mood' | 'wins' | 'blockers' | 'priority',
  { queries }: AskingFounder,
): Promise<string> {
  const week = mondayOf(row.day)
  const [checkIn] = row.kind === 'check-in' ? [row.checkIn] : await queries.checkIns({ from: week, to: week })
  if (!checkIn) return `there is **no check-in** of the week of ${formatDate(week)}`
  const text = (value: string, none: string) => (value.trim() ? `**${quoted(value, 160)}**` : none)
  switch (field) {
    case 'mood':
      return `your mood was **${checkIn.mood} of 5**`
    case 'wins':
      return `your win was ${text(checkIn.wins, NOT_RECORDED)}`
    case 'blockers':
      return `your blocker was ${text(checkIn.blockers, '**none**')}`
    case 'priority':
      return `next was ${text(checkIn.next_priority, NOT_RECORDED)}; ${happened(checkIn)}`
    default:
      return field satisfies never
  }
}

async function doneOn({ id, completed }: Goal, { queries }: AskingFounder): Promise<string> {
  const day = completed ? await queries.goalCompletedOn(id) : undefined
  return completed ? `it is **done**${day ? ` since **${formatDate(day)}**` : ''}` : 'it is **open**'
}

const happened = ({ priority_outcome }: CheckIn): string =>
  priority_outcome
    ? { yes: 'it **happened**', partly: 'it happened **in part**', no: 'it did **not** happen' }[priority_outcome]
    : `no record says that it is **done**`

const whySaid = ({ wins, blockers }: CheckIn): string =>
  enumerated([
    ...(wins.trim() ? [`your win was **${quoted(wins, 160)}**`] : []),
    ...(blockers.trim() ? [`your blocker **${quoted(blockers, 160)}**`] : []),
  ])

/** The founder's next message after one of the squad; undefined for one that is older than those that are known. */
function replyTo({ title, text, date }: FoundRecord, { context: { messages } }: AskingFounder): string | undefined {
  const at = messages.findIndex(
    ({ sender, content, date: day }) => sender === title && content === text && day === date,
  )
  if (at < 0) return undefined
  const reply = messages.slice(0, at).findLast(({ sender }) => sender === FOUNDER_AS_SENDER)
  return reply
    ? `you wrote next, on ${formatDate(reply.date)}: **${quoted(reply.content, 220)}**`
    : 'you wrote **no answer** to it'
}

/** Share of the words of a title that a record about the same has. */
const SOME = 0.3

/** What else the founder's records say with the words of a title. */
async function later(row: Row, founder: AskingFounder): Promise<string | undefined> {
  const id = row.kind === 'decision' ? row.decision.id : row.kind === 'goal' ? row.goal.id : undefined
  const words = phraseWords(row.kind === 'decision' ? row.decision.title : textOf(row)).filter(
    (word) => word.length > 3,
  )
  const { found } = await searchRecords(words, founder, ['goal', 'squad-message'], SOME)
  const best = found.find((one) => one.id !== id)
  return (
    id &&
    best &&
    foundLine(best, words)
      .replace(/\.$/, '')
      .replace(/^A goal/, 'a goal')
  )
}
