import { GOAL_PERIODS } from '../../../../domain/goals.ts'
import { formatDate } from '../../../../domain/dates.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import type { Decision, Goal } from '../../_shared/founder-records.ts'
import type { AskingFounder } from '../founder-queries.ts'
import type { Intent, Query, Selection } from '../query.ts'
import { enumerated, titled } from '../text.ts'
import { isForm, stem } from '../understand/names.ts'
import { phraseWords } from '../understand/phrase.ts'
import type { Answer } from './answer.ts'
import { dueOf } from './deadlines.ts'
import { interpret } from './interpret.ts'

/** What may be asked of one record that is chosen, by what the message asks. */
const OF_GOAL: Readonly<Partial<Record<Intent, Intent>>> = {
  'goals.when': 'goals.when',
  'goals.age': 'goals.when',
  'goals.oldest': 'goals.when',
  'follow.when': 'goals.when',
  'decisions.when': 'goals.when',
  'calendar.until': 'goals.when',
  'write.done': 'write.done',
}
const OF_DECISION: Readonly<Partial<Record<Intent, Intent>>> = {
  'decisions.when': 'decisions.when',
  'follow.when': 'decisions.when',
  'decisions.expected': 'decisions.expected',
  'decisions.review': 'decisions.review',
}

/** Some of the records that the answer before shows, by what a message says of them; undefined where it chooses none. */
export async function selectShown({ ofShown }: Query, founder: AskingFounder): Promise<Answer | undefined> {
  if (!ofShown) return undefined
  const ids = new Set(ofShown.records.map(({ id }) => id))
  const goals = founder.context.goals.filter(({ id }) => ids.has(id))
  const decisions = founder.context.decisions.filter(({ id }) => ids.has(id))
  return goals.length >= decisions.length ? ofGoals(ofShown, goals, founder) : ofDecisions(ofShown, decisions, founder)
}

const UNIT_PERIODS = { 'this week': 'weekly', 'this month': 'monthly', 'this quarter': 'quarterly', 'this year': 'yearly' } as const // prettier-ignore

function ofGoals(selection: Selection, shown: readonly Goal[], founder: AskingFounder): Answer | Promise<Answer> | undefined {
  const { asked: query } = selection
  const named = query.spans.flatMap(({ label }) => UNIT_PERIODS[label as keyof typeof UNIT_PERIODS] ?? [])
  const periods = query.periods.length > 0 ? query.periods : named
  if (selection.isFirstDue) return dueOf(shown.filter(({ completed }) => !completed), founder)
  const ofPeriod = shown.filter(({ period }) => periods.length === 0 || periods.includes(period))
  const ofState = ofPeriod.filter(({ completed }) => !query.state || completed === (query.state === 'done'))
  const { chosen, isNamed } = ofAge(selection, ofState) ?? mostAlike(selection, ofState, ({ text }) => text)
  if (chosen.length === 0 || (chosen.length === shown.length && !(chosen.length === 1 && isNamed))) return undefined
  const [one] = chosen
  if (one && chosen.length === 1) {
    const intent = OF_GOAL[query.intent] ?? 'goals.status'
    return interpret({ ...query, ...BARE, intent, periods: [one.period], records: [{ kind: 'goal', id: one.id }], dictated: intent === 'write.done' ? '' : query.dictated }, founder)
  }
  const label = (goal: Goal) => GOAL_PERIODS.find(({ id }) => id === goal.period)?.label.toLowerCase() ?? goal.period
  return listed(chosen.map((goal) => `${titled('goal', goal, goal.text)} (${label(goal)}, ${goal.completed ? 'done' : 'open'})`), shown.length)
} // prettier-ignore

async function ofDecisions(
  selection: Selection,
  shown: readonly Decision[],
  founder: AskingFounder,
): Promise<Answer | undefined> {
  const { asked: query, isDue } = selection
  const { today } = founder.context
  const dueNow = shown.filter(
    ({ review_on, was_right }) => !isDue || (review_on !== null && review_on <= today && !was_right),
  )
  const ofVerdict = dueNow.filter(
    ({ was_right }) => query.verdict !== undefined && was_right === RATED[query.verdict as keyof typeof RATED],
  )
  // "Did half of them buy?" asks for no verdict.
  const rated = ofVerdict.length > 0 ? ofVerdict : dueNow
  const categories = query.category === undefined ? [] : await founder.queries.verdicts(undefined)
  const ofCategory = new Set(
    categories.filter(({ category }) => category?.toLowerCase() === query.category?.toLowerCase()).map(({ id }) => id),
  )
  const inCategory = query.category === undefined ? rated : rated.filter(({ id }) => ofCategory.has(id))
  // "The label one: when do I look again" names one, whenever that is.
  const ofText = ({ title, reason, expected }: Decision) => `${title} ${reason} ${expected}`
  const alike = mostAlike(selection, shown, ({ title }) => title)
  const aged = ofAge(selection, rated)
  const { chosen, isNamed } =
    aged ??
    (query.category !== undefined && inCategory.length > 0
      ? { chosen: inCategory, isNamed: true }
      : alike.isNamed && alike.chosen.length === 1
        ? alike
        : mostAlike(selection, rated, ofText))
  if (chosen.length === 0 || (chosen.length === shown.length && !(chosen.length === 1 && isNamed))) return undefined
  const [one] = chosen
  if (one && chosen.length === 1) {
    const asked = WHY.test(query.intent) ? 'decisions.why' : OF_DECISION[query.intent]
    // "Which of them is marketing?" asks for its name; "the one with the samples" tells which one is meant.
    const isListed =
      asked === undefined &&
      selection.isNamesOnly &&
      /^(?:follow\.(?:list|change|nth)|decisions\.(?:list|count|review|find))$/.test(query.intent)
    if (isListed || (asked === 'decisions.review' && isDue)) return listed([lineOf(one)], shown.length)
    return interpret({ ...query, ...BARE, intent: asked ?? 'decisions.outcome', records: [{ kind: 'decision', id: one.id }] }, founder) // prettier-ignore
  }
  return listed(chosen.map(lineOf), shown.length)
}

const WHY = /\.why$/
const RATED = { right: 'yes', partly: 'partly', wrong: 'no' } as const

/** The query of one record has no other filters. */
const BARE = { about: [], spans: [], periods: [], loops: [], category: undefined } as const

const lineOf = (decision: Decision): string =>
  `${titled('decision', decision, decision.title)} of ${formatDate(decision.date)}${decision.review_on && !decision.was_right ? `, to be looked at again on ${formatDate(decision.review_on)}` : ''}`

const listed = (lines: readonly string[], all: number): Answer => ({
  line: `**${lines.length} of these ${all}**: ${enumerated(lines)}.`,
})

/** The one that was written first, or last, where a message chooses by that. */
function ofAge<One extends { readonly date: IsoDate }>({ age }: Selection, all: readonly One[]) {
  const ordered = all.toSorted((a, b) => a.date.localeCompare(b.date))
  const one = age === 'oldest' ? ordered[0] : age === 'newest' ? ordered.at(-1) : undefined
  return one && { chosen: [one], isNamed: true }
}

/** Those with the most of the words that a message names; all where it names none of theirs. */
function mostAlike<One>({ words: asked }: Selection, all: readonly One[], textOf: (one: One) => string) {
  const scored = all.map((one) => {
    const words = phraseWords(textOf(one))
    const score = asked.filter((word) =>
      words.some((other) => isForm(word, other) || stem(word) === stem(other)),
    ).length
    return { one, score }
  })
  const most = Math.max(0, ...scored.map(({ score }) => score))
  return { chosen: scored.filter(({ score }) => score === most).map(({ one }) => one), isNamed: most > 0 }
}
