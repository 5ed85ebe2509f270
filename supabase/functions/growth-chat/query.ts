import type { GoalPeriod } from '../../../domain/goals.ts'
import type { RecordReference } from '../../../domain/records.ts'
import type { BookableId } from '../../../domain/squad.ts'
import type { LoopCount, LoopStatus } from '../../../domain/traction.ts'
import type { IsoDate } from '../../../domain/week.ts'
import type { Decision, Loop } from '../_shared/founder-records.ts'
import type { Amount } from './understand/amounts.ts'
import type { Span, Unit } from './understand/calendar-spans.ts'
import type { Concept, Cue, Unrecorded } from './understand/lexicon.ts'
import type { WritingLimits } from './understand/writing-limits.ts'

const COUNT_OPERATIONS = [
  'value',
  'compare',
  'trend',
  'best-time',
  'worst-time',
  'average',
  'reached',
  'needed',
  'yield',
  'share',
] as const

/** Each subject that can be asked about, and what can be asked of it. */
export const INTENTS = {
  messages: COUNT_OPERATIONS,
  demos: COUNT_OPERATIONS,
  conversions: COUNT_OPERATIONS,
  rate: ['value', 'compare'],
  loops: ['count', 'list', 'best', 'worst', 'compare', 'rank', 'describe', 'status', 'when'],
  runway: ['value', 'end', 'compare', 'why', 'suppose', 'target', 'trend'],
  balance: ['value', 'compare', 'trend', 'best-time', 'worst-time', 'forecast', 'suppose', 'reached'],
  revenue: ['value', 'compare', 'trend', 'best-time', 'worst-time', 'share', 'reached'],
  burn: ['value', 'compare', 'trend', 'best-time', 'worst-time', 'multiple'],
  'net-burn': ['value', 'compare', 'trend'],
  'break-even': ['value'],
  mood: ['value', 'compare', 'trend', 'best-time', 'worst-time', 'list', 'when', 'count', 'why'],
  goals: ['count', 'list', 'status', 'when', 'oldest', 'newest', 'share', 'duration', 'best-time', 'compare', 'find', 'age'],
  'check-ins': ['count', 'summary', 'status', 'streak', 'when'],
  wins: ['list', 'find'],
  blockers: ['list', 'most', 'count', 'when'],
  priorities: ['list'],
  decisions: ['count', 'list', 'last', 'why', 'when', 'outcome', 'expected', 'share', 'find', 'review'],
  notes: ['count', 'list', 'last', 'read'],
  squad: ['last', 'said', 'who', 'when', 'count', 'own'],
  calls: ['next', 'count', 'list', 'when', 'topic', 'status'],
  records: ['find', 'why'],
  overview: ['today', 'change', 'status', 'compare'],
  outside: ['unrecorded', 'action', 'general', 'legal', 'medical', 'others', 'instructions'],
  advice: ['cac', 'pitch', 'blockers', 'hiring', 'retention', 'pricing', 'fundraising', 'runway', 'decisions', 'outreach', 'channels', 'week', 'goals', 'interviews'],
  define: ['term'],
  write: ['goal', 'decision', 'check-in', 'message', 'call', 'done'],
  document: ['update', 'plan', 'month', 'quarter', 'agenda', 'mail'],
  talk: ['hello', 'thanks', 'bye', 'ok', 'feelings', 'joy', 'sorry', 'who', 'can', 'privacy'],
  calendar: ['today', 'until'],
  follow: ['change', 'why', 'more', 'how', 'when', 'nth', 'list', 'who', 'sure', 'compare', 'count', 'outcome'],
} as const // prettier-ignore

export type Subject = keyof typeof INTENTS

/** The intent of a message: `demos.value`, `runway.suppose`. */
export type Intent = { [Of in Subject]: `${Of}.${(typeof INTENTS)[Of][number]}` }[Subject]

export const allIntents = Object.entries(INTENTS).flatMap(([subject, operations]) =>
  operations.map((operation) => `${subject}.${operation}` as Intent),
)

/** Amounts of money that are recorded. */
export type MoneyFigure = 'balance' | 'revenue' | 'burn' | 'net-burn'

/** A change to the amounts of the runway that is supposed. */
export interface Supposition {
  readonly of: 'balance' | 'revenue' | 'burn'
  /** Added, set to it, or multiplied by it: dollars (a month, but for the balance) or a factor. */
  readonly how: 'add' | 'set' | 'scale'
  readonly value: number
  /** Every month again: "revenue keeps falling by 400 a month". */
  readonly isRepeated?: true
}

/** The only middle between a message and its answer: what is asked, with everything that the message names. */
export interface Query {
  readonly intent: Intent
  readonly spans: readonly Span[]
  /** Of a list that is asked for at several times, each to be answered by itself: "in October compared with November". */
  readonly each?: readonly Span[]
  /** A day to come. */
  readonly ahead: IsoDate | undefined
  /** The day to come from which what is supposed holds: "a hire from January". */
  readonly begins: IsoDate | undefined
  /** Loops that are meant; all but these where `isWithout` is set. */
  readonly loops: readonly Loop[]
  readonly isWithout: boolean
  /** The counts that are meant, if any is named. */
  readonly counts: readonly LoopCount[]
  readonly amounts: readonly Amount[]
  readonly suppositions: readonly Supposition[]
  readonly periods: readonly GoalPeriod[]
  readonly state: 'open' | 'done' | 'overdue' | undefined
  readonly status: LoopStatus | undefined
  /** "Not counting the paused ones". */
  readonly notStatus?: LoopStatus
  readonly impact: Decision['impact'] | undefined
  readonly verdict: 'right' | 'partly' | 'wrong' | 'due' | 'unrated' | undefined
  readonly which: 'best' | 'worst' | 'first' | 'last' | undefined
  /** Unit of time: "per month", "which quarter". */
  readonly unit: Unit | undefined
  /** Rows that are wanted: "my last four check-ins". */
  readonly limit: number | undefined
  /** The place in a list: 2 of "the second call". */
  readonly ordinal: number | undefined
  /** "Or less", "above": `least` and `most` include the value itself. */
  readonly bound: 'least' | 'most' | 'above' | 'below' | undefined
  /** 1 to 5. */
  readonly mood: number | undefined
  /** Category of decisions, or of notes: the side of the squad that wrote them. */
  readonly category: string | undefined
  /** Ideas that its words stand for, by the lexicon, where they have no field of their own. */
  readonly concepts: ReadonlySet<Concept | Cue>
  readonly person: string | undefined
  /** All members of the squad that are named, the first of them is `person`. */
  readonly people: readonly string[]
  /** Member of the squad, who can be booked for a call. */
  readonly member: BookableId | undefined
  readonly records: readonly RecordReference[]
  /** Words about something in particular, for a search of records. */
  readonly about: readonly string[]
  /** Whether something should be done: "good idea?" */
  readonly asksVerdict: boolean
  /** "The dashboard or the alarm?" */
  readonly isChoice: boolean
  /** Words that leave a record out: "without the paperwork ones". */
  readonly notAbout?: readonly string[]
  /** A question for yes or no: "is burn growing faster than revenue?" */
  readonly asksWhether: boolean
  /** Amounts of money that are named, in their order. */
  readonly money: readonly MoneyFigure[]
  /** "How much", "how many" of anything. */
  readonly asksAmount: 'money' | 'count' | undefined
  /** Figures that are asked for and that the product does not record. */
  readonly unrecorded: readonly Unrecorded[]
  /** Words that are in the founder's own records, and name no loop and no person. */
  readonly named: readonly string[]
  /** Common words that few of these records have: they tell which one is meant. */
  readonly telling: readonly string[]
  /** Text to be written, as the founder dictated it; or to be calculated or defined. */
  readonly dictated: string
  /** Which of the records that the answer before shows a message chooses: "the pricing one". */
  readonly ofShown?: Selection
  /** What the text that is to be written keeps to: its length, what it leaves out, who it is for. */
  readonly limits?: WritingLimits
  /** The founder's later changes to the dictated text, in order: "make it weekly, and five". */
  readonly revisions?: readonly string[]
  /** The answer before, where that is to be written to somebody: "send that to product". */
  readonly sentOn?: string
}

/** The records that the answer before shows, and which of them a message chooses: "the pricing one". */
export interface Selection {
  readonly records: readonly RecordReference[]
  /** What is asked of those that are chosen. */
  readonly asked: Query
  /** Words that the text of one has. */
  readonly words: readonly string[]
  /** "Which is due first?" */
  readonly isFirstDue: boolean
  /** Those that are due, or whose day has passed. */
  readonly isDue: boolean
  /** "The older one", "the newest of these". */
  readonly age: 'oldest' | 'newest' | undefined
  /** "Which of them", "just those": their names are asked for, and nothing of them. */
  readonly isNamesOnly: boolean
}
