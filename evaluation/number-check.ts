// Measures the number check (check-numbers.ts): answers with one planted error each, of generated founders.
import { unverifiedNumbers } from '../supabase/functions/growth-chat/check-numbers.ts'

/** A number of an answer, written in one of the ways that models and people write it. */
interface Stated {
  readonly value: number
  readonly write: (value: number) => string
}

type Part = string | Stated

/** Numbers between 0 and 1, the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

class Dice {
  readonly #random: () => number
  constructor(seed: number) {
    this.#random = randomOf(seed)
  }
  chance = (share: number): boolean => this.#random() < share
  between = (low: number, high: number): number => low + Math.floor(this.#random() * (high - low + 1))
  of = <Value>(values: readonly Value[]): Value => values[Math.floor(this.#random() * values.length)] as Value
}

const LOOPS = [
  'Cold email', 'LinkedIn outreach', 'Partner referrals', 'Trade fairs', 'Google ads', 'Podcast guesting', 'Clinic visits',
  'Webinars', 'SEO articles', 'Alumni network',
] as const // prettier-ignore

/** One founder's records, as the model has them, and results of tools. */
function worldOf(dice: Dice) {
  const burn = dice.between(20, 900) * dice.of([50, 100, 250])
  const revenue = Math.round((burn * dice.between(5, 85)) / 100 / 10) * 10
  const balance = (burn - revenue) * dice.between(3, 30) + dice.between(0, 99) * 10
  const runway = { bank_balance: balance, monthly_revenue: revenue, monthly_burn: burn, as_of: '2026-11-03' }
  const names = LOOPS.toSorted(() => dice.between(0, 1) - 0.5).slice(0, dice.between(2, 7))
  const loops = names.map((name, index) => {
    const messages = dice.between(15, 2400)
    const demos = Math.ceil((messages * dice.between(4, 45)) / 100)
    const conversions = Math.floor((demos * dice.between(5, 70)) / 100)
    return { id: `loop:l${index + 1}`, date: '2026-06-01', name, status: dice.of(['running', 'paused', 'scaling']), messages, demos, conversions } // prettier-ignore
  })
  const sum = (column: 'messages' | 'demos' | 'conversions') => loops.reduce((all, loop) => all + loop[column], 0)
  const loopTotals = {
    messages: sum('messages'), demos: sum('demos'), conversions: sum('conversions'), loops: loops.length,
    running: loops.filter(({ status }) => status === 'running').length,
    scaling: loops.filter(({ status }) => status === 'scaling').length,
  } // prettier-ignore
  const goalCounts = (['weekly', 'monthly', 'quarterly'] as const).map((period) => {
    const goals = dice.between(4, period === 'weekly' ? 160 : 40)
    return { period, goals, completed: dice.between(1, goals - 1) }
  })
  const moods = Array.from({ length: dice.between(6, 14) }, () => dice.between(1, 5))
  const checkins = moods.map((mood, index) => ({ id: `check-in:c${index + 1}`, week_of: '2026-11-02', mood, wins: 'A demo', blockers: '', next_priority: 'Pricing' })) // prettier-ignore
  const decisions = dice.between(6, 60)
  const positive = dice.between(1, Math.floor(decisions / 2))
  const negative = dice.between(0, Math.floor(decisions / 3))
  const decisionCounts = { decisions, positive, negative, unrated: dice.between(0, decisions - positive - negative), right: dice.between(0, positive), partly: 1, wrong: dice.between(0, 4), due: dice.between(0, 5) } // prettier-ignore
  const counts = { checkins: moods.length + dice.between(0, 60), notes: dice.between(2, 40), messages: dice.between(10, 300), streak: dice.between(2, 30) } // prettier-ignore
  const net = burn - revenue
  const context = {
    today: '2026-11-27', firstName: 'Ana', memory: '',
    runway: { ...runway, net_burn: net, months_left: Math.round((10 * balance) / net) / 10 },
    counts, goalCounts, loopTotals, decisionCounts, loops, checkins,
    goals: [{ id: 'goal:g1', date: '2026-11-23', text: 'Ten demos with practice owners', period: 'weekly', completed: false }],
    decisions: [], notes: [], messages: [], calls: [],
  } // prettier-ignore
  const [first] = loops
  if (!first) throw new Error('No loop')
  const before = { demos: Math.floor((first.demos * dice.between(30, 90)) / 100), messages: Math.floor((first.messages * dice.between(30, 90)) / 100) } // prettier-ignore
  const found = [
    JSON.stringify([
      { loop: first.name, day: '2026-10-31', messages: before.messages, demos: before.demos, conversions: 0 },
      { loop: first.name, day: '2026-11-27', messages: first.messages, demos: first.demos, conversions: first.conversions },
    ]),
  ] // prettier-ignore
  const question = { hire: dice.between(3, 12) * 1000 }
  return { context, loops, first, before, goalCounts, moods, runway, net, loopTotals, decisionCounts, counts, found, question } // prettier-ignore
}

type World = ReturnType<typeof worldOf>

const grouped = (value: number, digits = 0) =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })

/** Ways of writing amounts, counts, shares, months and moods. */
function writers(dice: Dice) {
  const money = (value: number): Stated => {
    const isRoundable = Math.abs(value) >= 10_000
    return {
      value,
      write: dice.of([
        (amount) => `$${grouped(amount)}`,
        (amount) => `$${grouped(amount)}`,
        (amount) => `$${Math.round(amount)}`,
        (amount) => `USD ${grouped(amount)}`,
        (amount) => `${grouped(amount)} dollars`,
        (amount) => (isRoundable ? `$${grouped(amount / 1000, 1)}k` : `$${grouped(amount)}`),
        (amount) => (isRoundable ? `$${grouped(amount / 1000)}k` : `$${grouped(amount)}`),
        (amount) => (amount >= 1e6 ? `$${grouped(amount / 1e6, 2)}M` : `$${grouped(amount)}`),
      ]),
    }
  }
  const count = (value: number): Stated => ({
    value,
    write: dice.of([grouped, grouped, (number) => String(Math.round(number))]),
  })
  const share = (value: number): Stated => ({
    value,
    write: dice.of([
      (percent) => `${Math.round(percent)}%`,
      (percent) => `${Math.round(percent)}%`,
      (percent) => `${percent.toFixed(1)}%`,
      (percent) => `${Math.round(percent)} %`,
      (percent) => `${Math.round(percent)} percent`,
    ]),
  })
  const months = (value: number): Stated => ({
    value,
    write: dice.of([(number) => number.toFixed(1), (number) => number.toFixed(1), (number) => String(Math.round(number))]), // prettier-ignore
  })
  const mood = (value: number): Stated => ({ value, write: (number) => String(Number(number.toFixed(1))) })
  return { money, count, share, months, mood }
}

/** Sentences of answers: what a model says of these records. */
function sentenceOf(world: World, dice: Dice): Part[] {
  const { money, count, share, months, mood } = writers(dice)
  const { runway, net, loopTotals: all, decisionCounts: decided, counts, moods, first, before, question } = world
  const { bank_balance: balance, monthly_revenue: revenue, monthly_burn: burn } = runway
  const loop = dice.of(world.loops)
  const other = dice.of(world.loops.filter((one) => one !== loop))
  const goals = dice.of(world.goalCounts)
  const period = goals.period
  const left = balance / net
  const average = (of: number) => moods.slice(0, of).reduce((sum, one) => sum + one, 0) / of
  const spans = dice.between(3, 6)
  return dice.of<() => Part[]>([
    () => ['You have ', money(balance), ' in the bank.'],
    () => ['Your bank balance is **', money(balance), '**, and you burn ', money(burn), ' a month.'],
    () => ['Monthly burn is ', money(burn), ' against revenue of ', money(revenue), '.'],
    () => ['Net burn: ', money(burn), ' − ', money(revenue), ' = ', money(net), ' a month.'],
    () => ['At ', money(net), ' net burn a month, ', money(balance), ' lasts ', months(left), ' months.'],
    () => ['Your runway is ', months(left), ' months.'],
    () => ['You have about ', months(left), ' months of runway left as of Nov 3, 2026.'],
    () => ['Revenue of ', money(revenue), ' covers ', share((100 * revenue) / burn), ' of your burn.'],
    () => ['Over a year you spend ', money(12 * burn), ' at today’s burn of ', money(burn), '.'],
    () => ['If revenue stopped, ', money(balance), ' ÷ ', money(burn), ' = ', months(balance / burn), ' months.'],
    () => ['Hiring for ', money(question.hire), ' raises burn from ', money(burn), ' to ', money(burn + question.hire), ' a month.'],
    () => ['Your Umsatz deckt nicht alles: Einnahmen ', money(revenue), ', Ausgaben ', money(burn), ' im Monat.'],
    () => ['Tienes ', money(balance), ' en el banco y gastos de ', money(burn), ' al mes.'],
    () => ['Burn (', money(burn), '), revenue (', money(revenue), ') and cash (', money(balance), ') as of 3 November 2026.'],
    () => ['In all you have sent ', count(all.messages), ' messages, held ', count(all.demos), ' demos and won ', count(all.conversions), ' conversions.'],
    () => [count(all.demos), ' demos and ', count(all.conversions), ' conversions across ', count(all.loops), ' loops.'],
    () => ['Of ', count(all.demos), ' demos, ', count(all.conversions), ' converted: ', share((100 * all.conversions) / all.demos), '.'],
    () => [count(all.conversions), ' of ', count(all.demos), ' demos converted (', share((100 * all.conversions) / all.demos), ').'],
    () => ['Overall ', share((100 * all.demos) / all.messages), ' of your messages lead to a demo.'],
    () => [loop.name, ' has ', count(loop.messages), ' messages, ', count(loop.demos), ' demos and ', count(loop.conversions), ' conversions.'],
    () => [`“${loop.name}” [[loop:${loop.id.slice(5)}]] brought `, count(loop.demos), ' demos.'],
    () => [`${loop.name} turns `, share((100 * loop.conversions) / loop.demos), ' of its demos into conversions.'],
    () => [`${loop.name}: `, count(loop.conversions), ' of ', count(loop.demos), ' demos, ', share((100 * loop.conversions) / loop.demos), '.'],
    () => [`| ${loop.name} | `, count(loop.messages), ' | ', count(loop.demos), ' | ', count(loop.conversions), ' |'],
    () => [`${loop.name} brought `, count(loop.demos), ` demos and ${other.name} `, count(other.demos), ', ', count(loop.demos + other.demos), ' together.'],
    () => [`${loop.name} makes up `, share((100 * loop.demos) / all.demos), ' of all ', count(all.demos), ' demos, with ', count(loop.demos), '.'],
    () => [`Since Oct 31, ${first.name} went from `, count(before.demos), ' to ', count(first.demos), ' demos, ', count(first.demos - before.demos), ' more.'],
    () => [`${first.name} added `, count(first.messages - before.messages), ' messages in November.'],
    () => ['Demos: ', count(all.demos), '.'],
    () => ['- Messages: ', count(all.messages)],
    () => ['- Conversions so far: **', count(all.conversions), '**'],
    () => ['You completed ', count(goals.completed), ' of ', count(goals.goals), ` ${period} goals.`],
    () => ['You have set ', count(goals.goals), ` ${period} goals; `, count(goals.completed), ' are done and ', count(goals.goals - goals.completed), ' are open.'],
    () => [count(goals.goals - goals.completed), ` ${period} goals are still open.`],
    () => ['That is a completion rate of ', share((100 * goals.completed) / goals.goals), ` for ${period} goals.`],
    () => [share((100 * goals.completed) / goals.goals), ` of your ${period} goals are done (`, count(goals.completed), ' of ', count(goals.goals), ').'],
    () => ['Your last mood was ', mood(moods[0] ?? 3), ' out of 5.'],
    () => [`Your average mood over the last ${spans} check-ins is `, mood(average(spans)), '.'],
    () => ['You have checked in ', count(counts.checkins), ' times, ', count(counts.streak), ' weeks in a row.'],
    () => [count(counts.checkins), ' check-ins are recorded.'],
    () => ['Your streak is ', count(counts.streak), ' weeks.'],
    () => ['You logged ', count(decided.decisions), ' decisions: ', count(decided.positive), ' positive and ', count(decided.negative), ' negative.'],
    () => ['Of ', count(decided.decisions), ' decisions, ', count(decided.unrated), ' have no result yet.'],
    () => ['The squad and you exchanged ', count(counts.messages), ' messages, and they left ', count(counts.notes), ' notes.'],
    () => [count(counts.notes), ' notes from the squad.'],
  ])() // prettier-ignore
}

/** Sentences between the claims: days, steps and advice, none of whose numbers is a claim. */
const CLAIMLESS_SENTENCES = [
  'Next step: write 3 messages today.', 'Look again on 14 December 2026.', 'Book 5 calls in the next 10 days.',
  'Ask the squad about it [[note:n4]].', 'Try to hold 2 demos a day for 30 days.', 'See https://example.com/2026/11/guide-7 for more.',
  '1. Call the clinic.\n2. Send the offer by 9:30.', 'As of week 47, that has not changed since 2026-11-03.',
] as const // prettier-ignore

export const ERRORS = ['digit', 'digits swapped', 'scale', 'off', 'another record', 'near'] as const
type ErrorKind = (typeof ERRORS)[number]

const digitsOf = (text: string): string => text.replaceAll(/[^\d.,]/g, '').replace(/[.,]$/, '')

/** A wrong number in place of a right one, written the same; undefined when this kind of error leaves it right. */
function wrongText({ value, write }: Stated, kind: ErrorKind, world: World, dice: Dice): string | undefined {
  const right = write(value)
  const wrong = () => {
    if (kind === 'scale') return write(dice.chance(0.5) ? value * 10 : value / 10)
    if (kind === 'off') return write(value * (1 + (dice.chance(0.5) ? 1 : -1) * (dice.between(6, 45) / 100)))
    if (kind === 'near') return write(value + dice.of([-2, -1, 1, 2]) * Math.max(1, 10 ** (Math.floor(Math.log10(Math.max(1, value))) - 2))) // prettier-ignore
    if (kind === 'another record') {
      const { runway, net, loopTotals: all, counts, decisionCounts } = world
      const isAmount = right.includes('$') || /USD|dollars/.test(right)
      const values = isAmount
        ? [runway.bank_balance, runway.monthly_burn, runway.monthly_revenue, net]
        : [all.messages, all.demos, all.conversions, counts.checkins, decisionCounts.decisions, ...world.loops.map(({ demos }) => demos)] // prettier-ignore
      return write(dice.of(values.filter((one) => one !== value)))
    }
    const places = [...right].flatMap((letter, index) => (/\d/.test(letter) ? [index] : []))
    const at = dice.of(places)
    if (kind === 'digits swapped') {
      const next = places[places.indexOf(at) + 1]
      if (next === undefined) return right
      const letters = [...right]
      ;[letters[at], letters[next]] = [letters[next] ?? '', letters[at] ?? '']
      return letters.join('')
    }
    return `${right.slice(0, at)}${(Number(right[at]) + dice.between(1, 9)) % 10}${right.slice(at + 1)}`
  }
  const text = wrong()
  const isRead = /[1-9]/.test(text) && !text.includes('-') && !/^\D*0\d/.test(text)
  return isRead && digitsOf(text) !== digitsOf(right) ? text : undefined
}

export interface Planted {
  readonly answer: string
  readonly known: readonly string[]
  readonly planted: string
  readonly kind: ErrorKind
  /** The other numbers of records, as they are written. */
  readonly right: readonly string[]
}

/** An answer of up to 40 numbers, of which one is wrong. */
export function plantedAnswer(seed: number): Planted {
  const dice = new Dice(seed)
  const world = worldOf(dice)
  const wanted = dice.between(1, 40)
  const parts: Part[] = []
  let numbers = 0
  while (numbers < wanted) {
    const sentence = sentenceOf(world, dice)
    numbers += sentence.filter((part) => typeof part !== 'string').length
    const isLine = typeof sentence[0] === 'string' && /^[-|]/.test(sentence[0])
    parts.push(...(isLine ? ['\n'] : []), ...sentence, isLine ? '\n' : dice.of([' ', ' ', '\n\n']))
    if (dice.chance(0.2)) parts.push(dice.of(CLAIMLESS_SENTENCES), '\n')
  }
  const stated = parts.filter((part) => typeof part !== 'string')
  for (;;) {
    const target = dice.of(stated)
    const kind = dice.of(ERRORS)
    const planted = wrongText(target, kind, world, dice)
    if (planted === undefined) continue
    const right = stated.filter((one) => one !== target).map(({ value, write }) => write(value))
    if (right.some((text) => digitsOf(text) === digitsOf(planted))) continue
    const answer = parts.map((part) => (typeof part === 'string' ? part : part === target ? planted : part.write(part.value))).join('') // prettier-ignore
    const known = [JSON.stringify(world.context), ...world.found, `What if I hire for $${world.question.hire} a month?`]
    return { answer, known, planted, kind, right }
  }
}

/** How many planted errors are marked, and how many right numbers. */
export function measureNumberCheck(answers: number, firstSeed = 1, onMiss?: (planted: Planted, marked: readonly string[]) => void) {
  const byKind = new Map<ErrorKind, { planted: number; found: number }>()
  let [found, right, wronglyMarked] = [0, 0, 0]
  for (let seed = firstSeed; seed < firstSeed + answers; seed++) {
    const planted = plantedAnswer(seed)
    const marked = unverifiedNumbers(planted.answer, planted.known).map(digitsOf)
    const isFound = marked.includes(digitsOf(planted.planted))
    const wrongly = planted.right.filter((text) => marked.includes(digitsOf(text)))
    const kind = byKind.get(planted.kind) ?? { planted: 0, found: 0 }
    byKind.set(planted.kind, { planted: kind.planted + 1, found: kind.found + Number(isFound) })
    found += Number(isFound)
    right += planted.right.length
    wronglyMarked += wrongly.length
    if (onMiss && (!isFound || wrongly.length > 0)) onMiss(planted, marked)
  }
  return { answers, found: found / answers, wronglyMarked: wronglyMarked / right, right, byKind }
} // prettier-ignore
