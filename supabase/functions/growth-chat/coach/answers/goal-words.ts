import type { GoalPeriod } from '../../../../../domain/goals.ts'
import { anyOf, firstOf } from '../understand/phrases.ts'
import type { Span } from '../understand/spans.ts'
import type { Question } from '../understand/understand.ts'

export const PERIOD_NAMES: readonly { readonly period: GoalPeriod; readonly name: RegExp }[] = [
  { period: 'weekly', name: /\bweekly\b/ },
  { period: 'monthly', name: /\bmonthly\b/ },
  { period: 'quarterly', name: /\bquarterly\b/ },
  { period: 'yearly', name: /\b(?:yearly|annual)\b/ },
]

export const isAdded = (text: string): boolean => /\badd(?:ed)?\b|\bset\b|\bcreated?\b|\bnew\b|\bwr[io]te\b/.test(text)

export const periodOf = (text: string): GoalPeriod | undefined =>
  firstOf(text, [
    [
      'weekly',
      /\bweekl(?:y|ys|ies)\b|\b(?:goals|open|left|planned|plan|list) (?:\w+ )?(?:for )?this week\b|\bthis week's goals?\b/,
    ],
    ['monthly', /\bmonthl(?:y|ys|ies)\b|\b(?:goals|open|left) (?:\w+ )?(?:for )?this month\b|\bthis month's goals?\b/],
    [
      'quarterly',
      /\bquarterl(?:y|ys|ies)\b|\bfor (?:the|this) quarter\b|\bthis quarter\b|\b(?:goals|open|left) (?:\w+ )?(?:for )?this quarter\b|\bthis quarter's goals?\b/,
    ],
    [
      'yearly',
      /\byearl(?:y|ys|ies)\b|\bannual\b|\bfor the year\b|\b(?:goals|open|left) (?:\w+ )?(?:for )?this year\b|\bthis year's goals?\b/,
    ],
  ])

/** Whether it asks for goals that are done, or open; undefined for both. */
export function stateOf(text: string): boolean | undefined {
  if (
    /\b(?:not|n't|never|havent|didnt|have n't) (?:yet |actually |really )?(?:do|done|finish(?:ed)?|complete[d]?|reach(?:ed)?|achieve[d]?)\b|\bundone\b/.test(
      text,
    )
  )
    return false
  const state = firstOf(text, [
    [
      'done',
      /\bdone\b|\bcompleted?\b|\bfinish(?:ed)?\b|\bachieved?\b|(?<!to )\breach(?:ed)?\b|\btick(?:ed)?\b|\bclosed\b|\baccomplish/,
    ],
    ['open', /\bopen\b|\bunfinished\b|\bleft\b|\bremaining\b|\bpending\b|\boutstanding\b|\bto do\b|\bincomplete\b/],
  ] as const)
  // "How many are done, and how many are still open?"
  if (
    /\bdone\b|\bcompleted?\b|\bfinish(?:ed)?\b/.test(text) &&
    /\b(?:and|or|vs|versus)\b.*\b(?:open|left|remaining|not|to go)\b/.test(text)
  )
    return undefined
  return state && state === 'done'
}

/** "This week's goals" are those planned by week, not those of the last days. */
export const isPresentPeriod = ({ label }: Span, period: GoalPeriod | undefined): boolean =>
  period !== undefined &&
  label === `this ${{ weekly: 'week', monthly: 'month', quarterly: 'quarter', yearly: 'year' }[period]}`

/** "What is on me to finish by Sunday?", "what must I do before June?" */
export const AHEAD = anyOf(
  /\b(?:should|must|need|have|want|left|open)\b.*\b(?:before|by|until|till)\b/,
  /\b(?:by|until|till|before) (?:\p{L}+day\b|tomorrow|tonight|the weekend|the end of)/u,
)

/** "How many of the goals I set last month did I finish?": of those, and not of all that were finished then. */
export const SET_THEN_DONE =
  /\bgoals? (?:that )?(?:i|we) (?:set|added|planned|made|wrote)\b.*\b(?:finish|complet|done|achiev|reach|tick)/

const AGE_UNITS = { day: 1, week: 7, month: 30, quarter: 91, year: 365 } as const

/** "Open for more than a month", "older than 30 days": in days. */
export function minAgeIn({ text, amounts }: Question): number | undefined {
  const unit = /\b(?:older|more|longer|over) (?:than )?(?:an? |\p{L}+ |\d+ )?(?<unit>day|week|month|quarter|year)s?\b/u.exec(text)?.groups?.['unit'] // prettier-ignore
  if (!unit || /\bmore (?:\p{L}+ )?goals?\b/u.test(text)) return undefined
  const many = amounts.find(({ noun }) => noun.startsWith(unit))?.value ?? 1
  return many * AGE_UNITS[unit as keyof typeof AGE_UNITS]
}
