import { formatDate } from '../../../../domain/dates.ts'
import { daysBetween } from '../../../../domain/days.ts'
import { formatCount } from '../../../../domain/numbers.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import { share } from '../../_shared/conversion.ts'
import type { Goal } from '../../_shared/founder-records.ts'
import { progressOf, sumOf } from '../../_shared/goal-progress.ts'
import { escaped } from '../../_shared/text.ts'
import type { AskingFounder } from '../founder-queries.ts'
import type { Query } from '../query.ts'
import { counted, enumerated, from, percent, quoted, titled, usd } from '../text.ts'
import type { Amount } from '../understand/amounts.ts'
import { entitiesIn } from '../understand/entities.ts'
import type { Concept } from '../understand/lexicon.ts'
import { stem } from '../understand/names.ts'
import type { Answer, Operation } from './answer.ts'
import { dueOf } from './deadlines.ts'
import { goalLine, nextFor } from './goal-lines.ts'
import { type FoundRecord, elsewhere, foundLine, searchRecords } from './search.ts'

/** The goal that a query names: by its title, or by a search of all. */
async function goalNamed(query: Query, founder: AskingFounder): Promise<Goal | undefined> {
  const { context, queries } = founder
  const known = query.records.find(({ kind }) => kind === 'goal')
  const goal = known && context.goals.find(({ id }) => id === known.id)
  if (goal) return goal
  const [found] = (await searchRecords(query.about, founder, ['goal'], undefined, query.telling)).found
  if (!found) return undefined
  const near = context.goals.find(({ id }) => id === found.id)
  if (near) return near
  const { rows } = await queries.goals({ added: { from: found.date, to: found.date, label: '' } })
  return rows.find(({ id }) => id === found.id)
}

/** How far a goal is: by its target, or by an amount in its text: "Pass forty thousand dollars of monthly revenue". */
async function howFar(goal: Goal, founder: AskingFounder): Promise<string> {
  const { runway, loopTotals } = founder.context
  const { text, target, progress, unit } = goal
  if (target) {
    if (progress === undefined)
      return ` Its target is **${[formatCount(target), unit && escaped(unit)].filter(Boolean).join(' ')}**.`
    const left = progress < target ? `**${formatCount(target - progress)} to go**` : '**reached**'
    return ` It is at **${progressOf(goal)}** (${percent(share(progress, target))}): ${left}.`
  }
  const { concepts, amounts, content } = entitiesIn(text, undefined, '2000-01-01')
  const change = amounts.find(({ unit }) => unit === 'factor' || unit === 'percent')
  const figure = (['burn', 'revenue', 'balance'] as const).find((one) => concepts.has(one))
  if (change && figure) return changeSoFar(goal, figure, factorOf(change, text), founder)
  const wanted = amounts.find(({ unit, value }) => unit === 'money' || (unit === 'count' && value > 1))?.value
  if (wanted === undefined) return ''
  const money = { revenue: runway?.monthly_revenue, burn: runway?.monthly_burn, balance: runway?.bank_balance }
  const [name, now] = Object.entries(money).find(([concept]) => concepts.has(concept as Concept)) ?? []
  if (name && now !== undefined)
    return ` Your ${name} is **${usd(now)}** of ${usd(wanted)}: **${usd(Math.abs(wanted - now))} to go** (${percent(share(now, wanted))}).`
  const count = (['demos', 'messages'] as const).find((one) => concepts.has(one))
  return count ? ` In all you have **${loopTotals[count]} ${count}**.` : lastCountOf(content, founder)
}

/** "Halve the burn": from what it was when the goal was set to what it is now. */
async function changeSoFar(
  goal: Goal,
  figure: 'burn' | 'revenue' | 'balance',
  factor: number,
  { context: { runway, today }, queries }: AskingFounder,
): Promise<string> {
  const key = { burn: 'monthly_burn', revenue: 'monthly_revenue', balance: 'bank_balance' } as const
  const points = (await queries.runwayUntil(today)).toSorted((a, b) => a.day.localeCompare(b.day))
  const begun = points.findLast(({ day }) => day <= goal.date) ?? points[0]
  if (!begun || !runway) return ''
  const [then, now] = [begun[key[figure]], runway[key[figure]]]
  const wanted = then * factor
  const left = factor < 1 ? now - wanted : wanted - now
  const says = left <= 0 ? '**reached**' : `**${usd(left)} to go**`
  return ` From ${figure} of ${usd(then)} (${formatDate(begun.day)}) to ${usd(wanted)}: today **${usd(now)}**, ${says}.`
}

/** What an amount is multiplied by: "cut burn by 20%" and "grow revenue by 20%". */
const factorOf = ({ unit, value }: Amount, text: string): number =>
  unit === 'factor' ? value : 1 + ((/\b(?:cut|reduce|lower|trim|drop|less|down)\b/i.test(text) ? -1 : 1) * value) / 100

/** Nobody counts clinics: the last check-in with a number of them. */
async function lastCountOf(words: readonly string[], founder: AskingFounder): Promise<string> {
  const { found } = await searchRecords(words, founder, ['check-in'])
  const counts = ({ text }: FoundRecord) => {
    const { amounts, text: plain } = entitiesIn(text, undefined, '2000-01-01')
    return amounts.some(
      ({ value, start, end }) => value > 1 && words.some((word) => plain.slice(start, end + NEAR).includes(stem(word))),
    )
  }
  const latest = found.filter(counts).toSorted((a, b) => b.date.localeCompare(a.date))[0]
  return latest
    ? ` How far it is is not recorded as a number; last: ${foundLine(latest, words).replace(/^Your/, 'your')}`
    : ''
}

/** Characters after a number within which it counts something: "forty paying clinics". */
const NEAR = 20

/** "For 3 days, since Mar 9, 2026", "since today". */
const openFor = ({ date }: Goal, today: IsoDate): string =>
  date >= today ? 'since today' : `for ${counted(daysBetween(date, today), 'day')}, since ${formatDate(date)}`

/** "Which mills did I talk to?", "how many so far?": a goal without a number says only whether it is done. */
const unrecordedOf = ({ concepts, intent }: Query, { target }: Goal): string =>
  target !== undefined || intent !== 'goals.status' || concepts.has('goals') || concepts.has('progress')
    ? ''
    : concepts.has('howMany')
      ? 'How many is **not recorded**, only this: '
      : concepts.has('particulars')
        ? 'Which ones is **not recorded**, only this: '
        : ''

/** One goal: open or done, since when. */
export const about: Operation = async (query, founder) => {
  const goal = await goalNamed(query, founder)
  const { today } = founder.context
  if (!goal) return query.about.length > 0 ? elsewhere(query.about, founder, 'goal') : undefined
  if (query.concepts.has('deadline') && !goal.completed) return dueOf([goal], founder)
  const same = founder.context.goals.filter(({ text }) => text === goal.text)
  const meant = query.periods.length > 0 ? same.filter(({ period }) => query.periods.includes(period)) : same
  if (meant.length > 1)
    return {
      line: `**${meant.length} goals** are called ${quoted(goal.text)}: ${enumerated(meant.map((one) => `the ${one.period} one of ${formatDate(one.date)}${from('goal', one)} is **${one.completed ? 'done' : 'open'}**`))}.`,
      evidence: meant.map((one) => goalLine(one, today)),
    }
  const asked = unrecordedOf(query, goal)
  const day = goal.completed ? await founder.queries.goalCompletedOn(goal.id) : undefined
  const took = day ? ` It took ${counted(daysBetween(goal.date, day), 'day')}.` : ''
  return {
    line: `${asked}${asked ? 'the' : 'The'} goal ${titled('goal', goal, goal.text)} is ${goal.completed ? `**done**${day ? ` since **${formatDate(day)}**` : ''}; you set it on ${formatDate(goal.date)}.${took}` : `**open**, ${openFor(goal, today)}.${await howFar(goal, founder)}`}`,
    evidence: [
      `It is a ${goal.period} goal.`,
      ...(goal.serves ? [`It serves ${quoted(goal.serves)}.`] : []),
      ...(goal.sum ? [`Goals that serve it: ${sumOf(goal.sum, goal)}.`] : []),
      ...founder.context.goals.filter(({ serves }) => serves === goal.text).map((one) => goalLine(one, today)),
    ],
    next: goal.completed ? 'write the win into this week’s check-in, so that it counts.' : nextFor(goal),
  }
}

/** Evidence in other records for these words. */
export async function elsewhereLines(
  words: readonly string[],
  founder: AskingFounder,
): Promise<Pick<Answer, 'evidence'>> {
  return { evidence: (await searchRecords(words, founder)).found.map((one) => foundLine(one, words)) }
}
