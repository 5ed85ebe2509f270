import type { Database } from '../../../domain/database.types.ts'
import { UNREVIEWED } from '../../../domain/decisions.ts'
import { GOAL_PERIODS } from '../../../domain/goals.ts'
import { addressed } from '../../../domain/squad.ts'
import type { Arc, SamplePerson } from './people.ts'
import * as phrases from './phrases.ts'
import { proposedFigures, runwayPoints, withPoints } from './points.ts'
import type { Random } from './random.ts'
import { atWork, checkInTimes, completionOf, inWeek, MS_PER_HOUR } from './times.ts'

type Tables = Database['public']['Tables']

/** A founder's rows in each table, without the founder's id. */
export type History = {
  readonly [Name in
    | 'goals' | 'traction_loops' | 'weekly_checkins' | 'notes' | 'own_notes' | 'weekly_targets' | 'weekly_target_points' | 'decisions' | 'squad_messages' | 'ai_conversations'
    | 'founder_ai_memory' | 'runway_data' | 'traction_points' | 'runway_points' | 'runway_proposals']: readonly Omit<Tables[Name]['Insert'], 'user_id'>[]
} // prettier-ignore

/** Mood at a point of the year, from 0 at its start to 1 now; 1 is the worst and 5 the best. */
const moods: Readonly<Record<Arc, (year: number) => number>> = {
  takeoff: (year) => 2.6 + 2.2 * year,
  steady: (year) => 3.3 + 0.6 * year,
  plateau: (year) => (year < 0.4 ? 3.8 : 2.9),
  pivot: (year) => (year < 0.5 ? 3.2 - 2.2 * year : 1.6 + 2.8 * year),
  crunch: (year) => 4 - 2.3 * year,
  comeback: (year) => 2 + 10 * (year - 0.55) ** 2,
}

/** Dollars: bank balance, and revenue and burn of a month, before randomness. */
const money: Readonly<Record<Arc, readonly [bank: number, revenue: number, burn: number]>> = {
  takeoff: [420_000, 31_000, 44_000],
  steady: [190_000, 18_500, 21_000],
  plateau: [120_000, 9_200, 15_500],
  pivot: [160_000, 3_400, 19_000],
  crunch: [46_000, 4_100, 17_000],
  comeback: [230_000, 14_000, 24_000],
}

const situations: Readonly<Record<Arc, string>> = {
  takeoff: 'Growing quickly since spring, mostly by word of mouth. The limit is the founder’s own time.',
  steady: 'Grows slowly and reliably. Risk: comfort. Push for one bold experiment a quarter.',
  plateau: 'Stuck at the same number of accounts for months. Talks to existing customers more than to new ones.',
  pivot: 'Changed the customer in the middle of the year. Old habits of selling still show.',
  crunch: 'Cash is short. Every suggestion should say what it costs and when it pays.',
  comeback: 'A hard summer, a good autumn. Confidence is back but thin: celebrate what works.',
}

const manners = [
  'Likes numbers first, then the reasoning.',
  'Prefers questions to advice; answers them in writing.',
  'Wants one next step, not three.',
  'Decides in the evening: leave the hard topics for then.',
  'Responds well to examples of other founders.',
  'Gets lost in product work when sales are hard. Name it kindly.',
] as const

/** Of the founders: they have sent new figures that nobody has recorded yet. */
const SHARE_WITH_PROPOSAL = 0.07

/** A year that follows the founder's arc, in the company's words. Nothing is later than `now`. */
export function inventHistory(person: SamplePerson, random: Random, now: Date): History {
  const say = wordsOf(person, random)
  const weeksHere = random.between(26, 52)
  const sometime = (withinWeeks = weeksHere) => random.next() * Math.min(withinWeeks, weeksHere)
  const at = (weeksAgo: number) => atWork(now, weeksAgo, random)
  const story = { person, random, now, say, sometime, at }
  const runway = inventRunway(person.arc, random)
  const history = {
    weekly_checkins: inventCheckIns(person, random, now, { say, weeksHere }),
    goals: inventGoals(story),
    ...withPoints(inventLoops(story), random, now),
    own_notes: [],
    weekly_targets: [],
    weekly_target_points: [],
    notes: dealt(random, phrases.notes, random.between(3, 11)).map(({ category, title, content }) => ({
      category,
      title: say(title),
      content: say(content),
      created_at: at(sometime()),
    })),
    decisions: inventDecisions(story),
    squad_messages: dealt(random, phrases.threads, random.between(1, 5)).flatMap((thread) =>
      conversation(
        { ...thread, turns: thread.turns.map(say) },
        new Date(at(sometime())),
        now,
        0.4 * random.between(1, 20),
      ),
    ),
    ai_conversations: [],
    founder_ai_memory: [{ memory_content: memoryOf(person, random) }],
    runway_data: [runway],
    runway_points: runwayPoints(runway, now),
    runway_proposals: random.next() < SHARE_WITH_PROPOSAL ? [proposedFigures(runway, now)] : [],
  }
  const weekly = random.deck(phrases.goals.weekly)
  const done = Array.from({ length: DONE_WEEKS }, (_, index) =>
    doneGoals(
      Array.from({ length: random.between(1, 3) }, () => say(weekly())),
      index + 1,
      random,
      now,
    ),
  )
  return { ...history, goals: [...done.flat(), ...history.goals] }
}

/** Weeks before this one with goals that were done in them. */
const DONE_WEEKS = 12

/** Goals of an earlier week, which were done in it. */
export const doneGoals = (texts: readonly string[], weeksAgo: number, random: Random, now: Date): History['goals'] =>
  texts.map((text) => ({
    text,
    period: 'weekly',
    completed: true,
    created_at: inWeek(now, weeksAgo, 0, random),
    completed_at: inWeek(now, weeksAgo, random.between(1, 4), random),
  }))

interface Story {
  readonly person: SamplePerson
  readonly random: Random
  readonly now: Date
  readonly say: (text: string) => string
  /** Weeks ago, at most as many as given and as the founder has been here. */
  readonly sometime: (withinWeeks?: number) => number
  readonly at: (weeksAgo: number) => string
}

export function inventCheckIns(
  { arc }: SamplePerson,
  random: Random,
  now: Date,
  { say, weeksHere, until = 0 }: { say: (text: string) => string; weeksHere: number; until?: number },
): History['weekly_checkins'] {
  const decks = Object.fromEntries(
    (['low', 'middle', 'high'] as const).map((band) => [
      band,
      { wins: random.deck(phrases.wins[band]), blockers: random.deck(phrases.blockers[band]) },
    ]),
  )
  const priority = random.deck(phrases.priorities)
  const weeks = Array.from({ length: weeksHere - until }, (_, index) => weeksHere - index - 1)
  // Founders miss a week now and then, and most have not written this week's yet.
  return weeks
    .filter((weeks) => random.next() < (weeks === 0 ? 0.3 : 0.82))
    .map((weeks) => {
      const mood = Math.round(Math.min(5, Math.max(1, moods[arc](1 - weeks / 52) + (random.next() - 0.5) * 1.8)))
      const deck = decks[mood <= 2 ? 'low' : mood === 3 ? 'middle' : 'high']
      if (!deck) throw new Error('there is no such band')
      return {
        ...checkInTimes(now, weeks, random),
        mood,
        wins: say(deck.wins()),
        blockers: say(deck.blockers()),
        next_priority: say(priority()),
        ai_summary: random.next() < 0.3 ? random.pick(phrases.summaries) : null,
      }
    })
}

/** The maximum of a founder's goals in each period, and the weeks in which they were set. */
const goalsIn = {
  weekly: { most: 6, weeks: 1 },
  monthly: { most: 4, weeks: 4 },
  quarterly: { most: 4, weeks: 11 },
  yearly: { most: 3, weeks: 40 },
} as const

function inventGoals({ random, now, say, sometime, at }: Story): History['goals'] {
  return GOAL_PERIODS.flatMap(({ id: period }) => {
    const { most, weeks } = goalsIn[period]
    return dealt<string>(random, phrases.goals[period], random.between(2, most)).map((text) => {
      const goal = { text: say(text), period, completed: random.next() < 0.45, created_at: at(sometime(weeks)) }
      return { ...goal, completed_at: completionOf(goal, now) }
    })
  })
}

function inventDecisions({ random, say, sometime, at }: Story): History['decisions'] {
  return dealt(random, phrases.decisions, random.between(3, 10)).map(({ category, title, reason, ...results }) => {
    const weeksAgo = sometime()
    const chance = random.next()
    // Recent decisions are not rated yet.
    const impact = weeksAgo < 3 || chance < 0.2 ? 'neutral' : chance < 0.7 ? 'positive' : 'negative'
    const result = impact === 'neutral' ? '' : say(results[impact])
    // PostgREST sets what one row of several lacks to null.
    return { ...UNREVIEWED, category, title: say(title), reason: say(reason), impact, result, created_at: at(weeksAgo) }
  })
}

function inventLoops({ person, random, say, sometime, at }: Story): History['traction_loops'] {
  const reach = { takeoff: 2, steady: 1.2, plateau: 0.8, pivot: 0.6, crunch: 0.4, comeback: 1.1 }[person.arc]
  return dealt(random, phrases.loopNames, random.between(2, 6)).map((name) => {
    const messages = Math.round(random.between(20, 260) * reach)
    const demos = Math.round(messages * (0.06 + random.next() * 0.16))
    const conversions = Math.round(demos * (0.15 + random.next() * 0.35))
    const status = conversions > 9 ? 'scaling' : random.next() < 0.25 ? 'paused' : 'running'
    return { name: say(name), status, conversions, demos, messages, created_at: at(sometime()) } as const
  })
}

const memoryOf = ({ first, last, company, product, customers, channel, arc }: SamplePerson, random: Random): string =>
  `${first} ${last}, founder of ${company}: ${product} for ${customers}. Meets them at ${channel}.

${situations[arc]}

${random.pick(manners)}`

function inventRunway(arc: Arc, random: Random) {
  const [bank, revenue, burn] = money[arc]
  const around = (value: number, step: number) => Math.round((value * (0.6 + random.next() * 0.8)) / step) * step
  return { bank_balance: around(bank, 100), monthly_revenue: around(revenue, 10), monthly_burn: around(burn, 100) }
}

/** Founder and squad alternate, these hours apart; a conversation that started today has ended. */
export function conversation(
  { to, from, turns }: phrases.Thread,
  began: Date,
  now: Date,
  hours = 2.6,
): History['squad_messages'] {
  const apart = Math.min(hours * MS_PER_HOUR, (now.getTime() - began.getTime()) / turns.length)
  return turns.map((text, index) => {
    const created_at = new Date(began.getTime() + index * apart).toISOString()
    return index % 2 === 0
      ? { sender_type: 'user', sender_name: null, content: addressed(to, text), created_at }
      : { sender_type: 'squad', sender_name: from, content: text, created_at }
  })
}

/** Fills the placeholders in braces, and starts sentences with capitals. */
export function wordsOf(person: SamplePerson, random: Random): (text: string) => string {
  const words: Readonly<Record<string, () => string>> = {
    company: () => person.company,
    product: () => person.product,
    customer: () => person.customer,
    customers: () => person.customers,
    channel: () => person.channel,
    few: () => String(random.between(2, 6)),
    some: () => String(random.between(7, 19)),
    many: () => String(random.between(20, 90)),
    percent: () => String(random.between(12, 48)),
    price: () => `$${random.pick([49, 79, 99, 129, 149, 199, 249])}`,
  }
  const article = /^[aeio]/i.test(person.customer) ? 'n' : ''
  return (text) =>
    text
      .replace(/\b([Aa]) (?=\{customer\})/g, `$1${article} `)
      .replace(/\{(\w+)\}/g, (whole, name: string) => words[name]?.() ?? whole)
      .replace(/(^|[.!?] )(\p{Ll})/gu, (_, start: string, letter: string) => start + letter.toUpperCase())
}

function dealt<Item>(random: Random, items: readonly Item[], count: number): Item[] {
  return Array.from({ length: Math.min(count, items.length) }, random.deck(items))
}
