import { MOODS } from './check-ins.ts'
import { GOAL_PERIODS, type GoalPeriod } from './goals.ts'
import { RECORD_ID } from './records.ts'
import { truncate } from './truncate.ts'
import { isDay, type IsoDate } from './week.ts'

/** An action that an answer proposes: the founder edits and confirms it, or, where there is nothing to edit, undoes it. */
export type Proposal =
  | { readonly kind: 'goal'; readonly period: GoalPeriod; readonly text: string }
  | DecisionProposal
  | CheckInProposal
  | { readonly kind: 'done'; readonly goal: string }
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'call'; readonly text: string }

export interface DecisionProposal {
  readonly kind: 'decision'
  /** Its title. */
  readonly text: string
  readonly reason?: string
  /** The day on which it is to be looked at again. */
  readonly reviewOn?: IsoDate
}

/** This week's check-in, with the names of its form; a text may be empty. */
export interface CheckInProposal {
  readonly kind: 'check-in'
  /** Null: the founder chooses it. */
  readonly mood: number | null
  readonly wins: string
  readonly blockers: string
  readonly next_priority: string
}

/** Proposals of one answer that are shown. */
export const MAX_PROPOSALS = 5

/** Characters of a proposal's text: a title and a goal hold as many. */
const TEXT_LIMIT = 200

/** Characters of a proposed message, which may be all that a founder has dictated. */
const MESSAGE_LIMIT = 1000

/** Characters of a decision's reason, and of each text of a check-in. */
const FIELD_LIMIT = 1000

/** Between the fields of a decision and of a check-in. */
const SEPARATOR = '||'

const limitOf = (kind: Proposal['kind']): number => (kind === 'message' ? MESSAGE_LIMIT : TEXT_LIMIT)

/** A text on one line, without the brackets of a mark. */
const lineOf = (text: string): string => text.replaceAll('[', '(').replaceAll(']', ')').replaceAll(/\s+/g, ' ').trim()

/** The same, for a mark with several fields. */
const fieldOf = (text: string, limit = FIELD_LIMIT): string => truncate(lineOf(text).replaceAll('|', '/'), limit)

/**
 * A proposal as an answer writes it, on a line of its own.
 * @example
 * proposalMark({ kind: 'goal', period: 'weekly', text: 'Ten demos' }) // '[[propose-goal:weekly:Ten demos]]'
 * proposalMark({ kind: 'decision', text: 'Raise the price', reason: 'Churn is low', reviewOn: '2027-01-31' })
 * // '[[propose-decision:Raise the price||Churn is low||2027-01-31]]'
 * proposalMark({ kind: 'done', goal: '5f0c' }) // '[[propose-done:5f0c]]'
 * proposalMark({ kind: 'message', text: 'Hello' }) // '[[propose-message:Hello]]'
 */
export function proposalMark(proposal: Proposal): string {
  const { kind } = proposal
  switch (kind) {
    case 'goal':
      return `[[propose-goal:${proposal.period}:${truncate(lineOf(proposal.text), limitOf(kind))}]]`
    case 'decision': {
      const fields = [fieldOf(proposal.text, limitOf(kind)), fieldOf(proposal.reason ?? ''), proposal.reviewOn ?? '']
      return `[[propose-decision:${fields.slice(0, fields.findLastIndex((field) => field !== '') + 1).join(SEPARATOR)}]]`
    }
    case 'check-in': {
      const texts = [proposal.wins, proposal.blockers, proposal.next_priority].map((text) => fieldOf(text))
      return `[[propose-check-in:${[proposal.mood ?? '', ...texts].join(SEPARATOR)}]]`
    }
    case 'done':
      return `[[propose-done:${proposal.goal}]]`
    case 'message':
    case 'call':
      return `[[propose-${kind}:${truncate(lineOf(proposal.text), limitOf(kind))}]]`
    default:
      return kind satisfies never
  }
}

const periods = GOAL_PERIODS.map(({ id }) => id).join('|')
const MARK = new RegExp(
  String.raw`\[\[propose-(?:goal:(?<period>${periods})|(?<kind>decision|check-in|done|message|call)):(?<text>[^[\]\n]+)\]\][ \t]*\n?`,
  'g',
)

/**
 * The proposals of an answer, in order and each once, at most `MAX_PROPOSALS`.
 * @example
 * proposalsIn('Book more.\n[[propose-goal:weekly:Ten demos]]') // [{ kind: 'goal', period: 'weekly', text: 'Ten demos' }]
 * proposalsIn('[[propose-check-in:4||Two demos||||Pricing]]')
 * // [{ kind: 'check-in', mood: 4, wins: 'Two demos', blockers: '', next_priority: 'Pricing' }]
 */
export function proposalsIn(answer: string): Proposal[] {
  const found = [...answer.matchAll(MARK)].flatMap(({ groups = {} }) => proposalOf(groups) ?? [])
  const different = found.filter(
    (one, index) => found.findIndex((other) => proposalMark(other) === proposalMark(one)) === index,
  )
  return different.slice(0, MAX_PROPOSALS)
}

function proposalOf(groups: Readonly<Record<string, string | undefined>>): Proposal | undefined {
  const text = groups['text']?.trim() ?? ''
  const kind = (groups['kind'] ?? 'goal') as Proposal['kind']
  const isComplete = text !== '' && text.length <= limitOf(kind)
  switch (kind) {
    case 'goal':
      return isComplete ? { kind, period: groups['period'] as GoalPeriod, text } : undefined
    case 'decision':
      return decisionIn(text)
    case 'check-in':
      return checkInIn(text)
    case 'done':
      return ID.test(text) ? { kind, goal: text } : undefined
    case 'message':
    case 'call':
      return isComplete ? { kind, text } : undefined
    default:
      return kind satisfies never
  }
}

const ID = new RegExp(`^${RECORD_ID}$`)

const fieldsIn = (text: string): string[] => text.split(SEPARATOR).map((field) => field.trim())

function decisionIn(mark: string): DecisionProposal | undefined {
  const [text = '', reason = '', reviewOn = '', ...others] = fieldsIn(mark)
  if (text === '' || text.length > TEXT_LIMIT || reason.length > FIELD_LIMIT || others.length > 0) return undefined
  if (reviewOn !== '' && !isDay(reviewOn)) return undefined
  return { kind: 'decision', text, ...(reason !== '' && { reason }), ...(reviewOn !== '' && { reviewOn }) }
}

function checkInIn(mark: string): CheckInProposal | undefined {
  const [given, wins, blockers, next_priority, ...others] = fieldsIn(mark)
  const mood = given === '' ? null : MOODS.find(({ value }) => String(value) === given)?.value
  if (mood === undefined || next_priority === undefined || others.length > 0) return undefined
  const texts = { wins: wins ?? '', blockers: blockers ?? '', next_priority }
  return Object.values(texts).some(({ length }) => length > FIELD_LIMIT)
    ? undefined
    : { kind: 'check-in', mood, ...texts }
}

/**
 * An answer without its proposals, nor one that is incomplete at its end. A mark that is none stays as text.
 * @example
 * withoutProposals('Book more.\n[[propose-goal:weekly:Ten demos]]') // 'Book more.'
 * withoutProposals('Book more. [[propose-done:none]]') // 'Book more. [[propose-done:none]]'
 */
export const withoutProposals = (answer: string): string =>
  answer
    .replaceAll(MARK, (mark, ...match) => (proposalOf(match.at(-1) as Record<string, string | undefined>) ? '' : mark))
    .replace(/\[\[p[a-z-]*(?::[^[\]\n]*\]?)?$/, '')
    .trimEnd()
