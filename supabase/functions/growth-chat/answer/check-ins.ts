import { hasCheckedIn, meanOf } from '../../_shared/check-in-trend.ts'
import { moodLabel } from '../../../../domain/check-ins.ts'
import { formatDate } from '../../../../domain/dates.ts'
import { addDays } from '../../../../domain/days.ts'
import { repeatedWords } from '../../_shared/words.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import type { CheckIn } from '../../_shared/founder-records.ts'
import type { AskingFounder } from '../founder-queries.ts'
import type { Query } from '../query.ts'
import { counted, enumerated, from, quoted, weekName } from '../text.ts'
import { mondayOf } from '../understand/calendar-spans.ts'
import { stem } from '../understand/names.ts'
import { plain } from '../understand/plain.ts'
import type { Answer, Answerer, Operation, Operations } from './answer.ts'
import { answerFigure, capital } from './figures.ts'
import { checkInsIn, NO_CHECK_INS, noneIn, wanted, weekLine } from './check-in-lines.ts'
import { moodOperations } from './moods.ts'
import { foundLine, nothingAbout, searchRecords } from './search.ts'

/** Check-ins that are looked at where the question does not say how many. */
const USUAL = 4

const BLOCKERS_READ = 12

/** Answers about weekly check-ins: moods, wins, blockers and priorities. */
export const answerCheckIns: Answerer = async (query, founder) => {
  const { checkins, counts, today } = founder.context
  if (counts.checkins === 0) return { line: NO_CHECK_INS, next: 'complete this week’s check-in on the Command Board.' }
  const answer = (await operations[query.intent]?.(query, founder)) ?? (await answerFigure(query, founder))
  return { ...answer, next: nextFor(checkins, today) }
}

const nextFor = (checkins: readonly CheckIn[], today: IsoDate): string =>
  hasCheckedIn(checkins, today)
    ? `give ${quoted(checkins[0]?.next_priority ?? '', 60)} your first two hours tomorrow.`
    : 'complete this week’s check-in on the Command Board: it takes two minutes.'

const summary: Operation = async (query, founder) => {
  const { checkIns, label } = await wanted(query, founder, query.which === 'last' ? 1 : USUAL)
  const [latest] = checkIns
  if (!latest) return noneIn(query, founder.context)
  if (checkIns.length === 1) return oneWeek(latest)
  const moods = checkIns.map(({ mood }) => mood)
  const blockers = recurring(checkIns)
  return {
    line: `${capital(label)}: mood **${meanOf(moods).toFixed(1)} of 5** on average (${moods.toReversed().join(' → ')})${blockers ? `; most often in the way: **${blockers.written}**` : ''}.`,
    evidence: checkIns.map(
      (checkIn) =>
        `Week of ${weekName(checkIn)}: wins ${quoted(checkIn.wins)}${checkIn.blockers.trim() ? `, blocked by ${quoted(checkIn.blockers)}` : ''}, then ${quoted(checkIn.next_priority)}.`,
    ),
    isList: true,
  }
}

const oneWeek = (checkIn: CheckIn): Answer => ({
  line: `In the week of ${weekName(checkIn)} your mood was **${checkIn.mood} of 5** (${moodLabel(checkIn.mood)}); wins: ${quoted(checkIn.wins, 160)}.`,
  evidence: [
    `Blockers: ${checkIn.blockers.trim() ? quoted(checkIn.blockers, 160) : 'none'}.`,
    `Next priority: ${quoted(checkIn.next_priority, 160)}.`,
  ],
})

/** The word that most of the blockers share, as it was written. */
function recurring(
  checkIns: readonly CheckIn[],
): { readonly written: string; readonly of: readonly CheckIn[] } | undefined {
  const [top] = repeatedWords(checkIns.map(({ blockers }) => blockers))
  return top && { written: top.word, of: checkIns.filter((_, index) => top.texts.includes(index)) }
}

/** Texts of one field, week by week. */
const field =
  (name: 'wins' | 'blockers' | 'next_priority', noun: string): Operation =>
  async (query, founder) => {
    const { checkIns, label } = await wanted(
      query,
      founder,
      name === 'next_priority' ? 1 : query.concepts.has('several') ? USUAL : 1,
    )
    if (checkIns.length === 0) return noneIn(query, founder.context)
    const without = query.notAbout ?? []
    const written = checkIns.filter(
      (checkIn) => checkIn[name].trim() !== '' && !without.some((word) => plain(checkIn[name]).includes(stem(word))),
    )
    const [first] = written
    const apart = without.length > 0 ? ` without ${enumerated(without.map((word) => quoted(word)))}` : ''
    if (!first) return { line: `You named **no ${noun}**${apart} ${label}.`, evidence: checkIns.map(weekLine) }
    if (name === 'next_priority' && written.length === 1) {
      const outcome = first.priority_outcome
        ? ` It ${{ yes: 'happened', partly: 'happened in part', no: 'did not happen' }[first.priority_outcome]}.`
        : ''
      return {
        line: `Your ${query.spans.length > 0 ? '' : 'last '}priority was **${quoted(first.next_priority, 160)}**, in the check-in of the week of ${weekName(first)}.${outcome}`,
        evidence: [weekLine(first)],
      }
    }
    if (written.length === 1)
      return {
        line: `${capital(label)}: **${quoted(first[name], 160)}** (week of ${weekName(first)}).`,
        evidence: [weekLine(first)],
      }
    return {
      line: `${capital(label)}${apart}: ${enumerated(written.slice(0, 3).map((checkIn) => quoted(checkIn[name], 100)))}${written.length > 3 ? `, and ${written.length - 3} more` : ''}.`,
      evidence: written.map((checkIn) => `Week of ${weekName(checkIn)}: ${quoted(checkIn[name], 160)}.`),
      isList: true,
    }
  }

const most: Operation = async (query, founder) => {
  const { checkIns, label } = await wanted(
    query,
    founder,
    founder.context.counts.checkins > BLOCKERS_READ ? undefined : BLOCKERS_READ,
  )
  const top = recurring(checkIns)
  const written = checkIns.filter(({ blockers }) => blockers.trim() !== '')
  if (!top)
    return {
      line: written[0]
        ? `No blocker comes back ${label}; the last one is ${quoted(written[0].blockers)}.`
        : `You named **no blocker** ${label}.`,
      evidence: written.map((checkIn) => `Week of ${weekName(checkIn)}: ${quoted(checkIn.blockers)}.`),
    }
  return {
    line: `Most often **${top.written}** is in your way: in **${counted(top.of.length, 'check-in')}** of ${checkIns.length}, last ${quoted(top.of[0]?.blockers ?? '')}.`,
    evidence: top.of.map((checkIn) => `Week of ${weekName(checkIn)}: ${quoted(checkIn.blockers)}.`),
    proposals: [{ kind: 'decision', text: `How we end what blocks us: ${top.written}` }],
  }
}

/** Check-ins whose blockers, or whole text, have words of the question, and which of its words these are. */
async function mentioning(query: Query, founder: AskingFounder, isBlocker: boolean) {
  const all = await checkInsIn(query.spans[0], founder, query.limit)
  const has = ({ wins, blockers, next_priority }: CheckIn, word: string) =>
    plain(isBlocker ? blockers : `${wins} ${blockers} ${next_priority}`).includes(
      word.length > 5 ? word.slice(0, -1) : word,
    )
  // "How often did I moan about customs?": nobody writes "moan".
  const words = query.about.filter((word) => all.some((one) => has(one, word)))
  const without = query.notAbout ?? []
  const left = without.length > 0 ? ` without ${enumerated(without.map((word) => quoted(word)))}` : ''
  return {
    found: all.filter((one) => words.some((word) => has(one, word)) && !without.some((word) => has(one, word))),
    name: `${quoted((words.length > 0 ? words : query.about).join(' '))}${left}`,
    of: all.length,
  }
}

/** What a check-in says with some words: the fields that have one. */
function mention(checkIn: CheckIn, words: readonly string[]): string {
  const fields = [
    ['wins', checkIn.wins],
    ['blockers', checkIn.blockers],
    ['next priority', checkIn.next_priority],
  ] as const
  const said = fields.filter(([, text]) =>
    words.some((word) => plain(text).includes(word.length > 5 ? word.slice(0, -1) : word)),
  )
  return `Week of ${weekName(checkIn)}: ${said.map(([name, text]) => `${name} ${quoted(text, 120)}`).join(', ')}.`
}

/** " of your last 8", " of 3 this month" */
const ofAll = ({ limit, spans: [span] }: Query, of: number): string =>
  limit !== undefined ? ` of your last ${limit}` : span ? ` of ${of} ${span.label}` : ` of ${of}`

const blockerCount: Operation = async (query, founder) => {
  const about = query.about.filter((word) => !word.startsWith('block'))
  if (about.length === 0) {
    const { checkIns, label } = await wanted(query, founder, undefined)
    const blocked = checkIns.filter(({ blockers }) => blockers.trim() !== '')
    return {
      line: `You named a blocker in **${counted(blocked.length, 'check-in')}** of ${checkIns.length} ${label}.`,
      evidence: blocked.map((checkIn) => `Week of ${weekName(checkIn)}: ${quoted(checkIn.blockers)}.`),
    }
  }
  const { found, name, of } = await mentioning({ ...query, about }, founder, true)
  return {
    line: `${name} is a blocker in **${counted(found.length, 'check-in')}**${ofAll(query, of)}${found[0] ? `, last in the week of ${weekName(found[0])}` : ''}.`,
    evidence: found.map((checkIn) => `Week of ${weekName(checkIn)}: ${quoted(checkIn.blockers)}.`),
  }
}

const WHICH_WEEKS = /\b(?:which|what) (?:weeks|check-?ins)\b/i

/** Since when something blocks; the last week without a blocker. */
const blockerWhen: Operation = async (query, founder) => {
  const all = await checkInsIn(query.spans[0], founder)
  if (query.about.length === 0) {
    const free = all.filter(({ blockers }) => blockers.trim() === '')
    return free[0]
      ? {
          line: `The last week without a blocker is the one of **${formatDate(free[0].week_of)}**${from('check-in', free[0])}; there are ${counted(free.length, 'such week')} of ${all.length}.`,
          evidence: free.map(weekLine),
        }
      : { line: 'There is **no week** without a blocker in your records.', evidence: all.map(weekLine) }
  }
  const { found, name } = await mentioning(query, founder, true)
  const [last, first] = [found[0], found.at(-1)]
  if (!first || !last) return mentionedWhen(query, founder)
  const many = `in ${counted(found.length, 'check-in')}`
  return {
    line:
      query.which === 'last'
        ? `${name} was last a blocker in the week of **${formatDate(last.week_of)}**${from('check-in', last)}: ${quoted(last.blockers)}; ${many}, since the week of ${formatDate(first.week_of)}.`
        : WHICH_WEEKS.test(query.dictated)
          ? `${name} is a blocker ${many}: in the ${found.length === 1 ? 'week' : 'weeks'} of ${enumerated(found.toReversed().map(({ week_of }) => `**${formatDate(week_of)}**`))}.`
          : `${name} is a blocker since the week of **${formatDate(first.week_of)}**${from('check-in', first)}, last in the week of ${formatDate(last.week_of)}; ${many}.`,
    evidence: found.map((checkIn) => `Week of ${weekName(checkIn)}: ${quoted(checkIn.blockers)}.`),
  }
}

/** When something was first or last written of in a check-in. */
async function mentionedWhen(query: Query, founder: AskingFounder): Promise<Answer> {
  const { found, name } = await mentioning(query, founder, false)
  const [last, first] = [found[0], found.at(-1)]
  if (!first || !last) return { line: nothingAbout(query.about, 'check-in') }
  const [lead, one, other] =
    query.which === 'last' ? (['last', last, first] as const) : (['first', first, last] as const)
  const rest =
    first === last
      ? ''
      : `, ${lead === 'last' ? 'first' : 'last'} in the week of ${formatDate(other.week_of)}; in ${counted(found.length, 'check-in')}`
  return {
    line: `You ${lead} wrote of ${name} in the week of **${formatDate(one.week_of)}**${from('check-in', one)}${rest}.`,
    evidence: found.map((checkIn) => mention(checkIn, query.about)),
  }
}

const count: Operation = async (query, founder) => {
  const [span] = query.spans
  if (query.about.length > 0) {
    const { found, name, of } = await mentioning(query, founder, false)
    return {
      line: `**${counted(found.length, 'check-in')}**${ofAll(query, of)} ${found.length === 1 ? 'mentions' : 'mention'} ${name}${found[0] ? `, last in the week of ${weekName(found[0])}` : ''}.`,
      evidence: found.map((checkIn) => mention(checkIn, query.about)),
    }
  }
  if (!span)
    return {
      line: `You have written **${counted(founder.context.counts.checkins, 'check-in')}** in all, since the week of ${formatDate((await checkInsIn(undefined, founder)).at(-1)?.week_of ?? '')}.`,
      evidence: founder.context.checkins.map(weekLine),
    }
  const checkIns = await checkInsIn(span, founder)
  return {
    line: `You wrote **${counted(checkIns.length, 'check-in')}** ${span.label}.`,
    evidence: checkIns.map(weekLine),
  }
}

const status: Operation = async (query, founder) => {
  if (query.concepts.has('missed')) return streak(query, founder)
  const [span] = query.spans
  if (query.about.length > 0) {
    const { found, name } = await mentioning(query, founder, false)
    if (found[0])
      return {
        line: `**Yes**, ${counted(found.length, 'check-in')} ${found.length === 1 ? 'mentions' : 'mention'} ${name}, last in the week of ${weekName(found[0])}.`,
        evidence: found.map((checkIn) => mention(checkIn, query.about)),
      }
  }
  const { checkins, today } = founder.context
  const [latest] = checkins
  if (span && span.from < mondayOf(today)) {
    const [found] = await checkInsIn(span, founder)
    return {
      line: found ? `**Yes**: ${weekLine(found)}` : `**No**, there is no check-in ${span.label}.`,
      evidence: latest ? [weekLine(latest)] : [],
    }
  }
  return hasCheckedIn(checkins, today)
    ? { line: `**Yes**, you have checked in this week.`, evidence: latest ? [weekLine(latest)] : [] }
    : {
        line: `**No**, there is no check-in for this week yet${latest ? `; the last one is of the week of ${weekName(latest)}` : ''}.`,
        evidence: latest ? [weekLine(latest)] : [],
      }
}

/** Weeks in a row: the true run, and the streak that forgives one missed week in eight, each with its name. */
const streak: Operation = async (query, founder) => {
  const { context } = founder
  const all = await checkInsIn(undefined, founder)
  const weeks = new Set(all.map(({ week_of }) => week_of))
  if (query.concepts.has('missed'))
    return missedWeeks(query, weeks, all.at(-1)?.week_of ?? context.today, context.today)
  let week = hasCheckedIn(context.checkins, context.today)
    ? mondayOf(context.today)
    : addDays(mondayOf(context.today), -7)
  let run = 0
  while (weeks.has(week)) {
    run++
    week = addDays(week, -7)
  }
  const forgiving = context.counts.streak
  const first = all.at(-1)
  const missed = first
    ? Math.round((Date.parse(mondayOf(context.today)) - Date.parse(first.week_of)) / (7 * 86_400_000)) -
      all.filter(({ week_of }) => week_of < mondayOf(context.today)).length
    : 0
  return {
    line: `You have checked in **${counted(run, 'week')}** in a row without a gap${forgiving === run ? '' : `; your streak, which forgives one missed week in eight, is **${counted(forgiving, 'week')}**`}.`,
    evidence: [
      `${counted(all.length, 'check-in')} in all${first ? ` since the week of ${formatDate(first.week_of)}, ${missed === 0 ? 'no week missed' : `${counted(missed, 'week')} missed`}` : ''}.`,
    ],
  }
}

/** Whole weeks without a check-in, of a span or since the first one. */
function missedWeeks({ spans: [span] }: Query, written: ReadonlySet<IsoDate>, first: IsoDate, today: IsoDate): Answer {
  const from = span && span.from > first ? span.from : first
  const to = span && span.to < today ? span.to : addDays(mondayOf(today), -1)
  const missed: IsoDate[] = []
  for (let week = mondayOf(addDays(from, 6)); week <= to; week = addDays(week, 7))
    if (!written.has(week)) missed.push(week)
  const when = span?.label ?? `since the week of ${formatDate(first)}`
  return {
    line:
      missed.length === 0
        ? `You have missed **no week** ${when}.`
        : `You have missed **${counted(missed.length, 'week')}** ${when}: ${missed.length === 1 ? 'the one' : 'those'} of ${enumerated(missed.slice(-10).map((week) => formatDate(week)))}.`,
    evidence: [`${counted(written.size, 'check-in')} in all.`],
  }
}

const when: Operation = async (query, founder) => {
  if (query.about.length > 0) return mentionedWhen(query, founder)
  const all = await checkInsIn(undefined, founder)
  const one = query.which === 'last' ? all[0] : all.at(-1)
  return (
    one && {
      line: `Your ${query.which === 'last' ? 'last' : 'first'} check-in is of the week of **${formatDate(one.week_of)}**${from('check-in', one)}, of ${counted(all.length, 'check-in')} in all.`,
      evidence: [weekLine(one)],
    }
  )
}

const find: Operation = async (query, founder) => {
  if (query.about.length === 0) return undefined
  const { found } = await searchRecords(query.about, founder, ['check-in', 'goal'], undefined, query.telling)
  const [best] = found
  return best
    ? {
        line: foundLine(best, best.kind === 'check-in' && query.intent.startsWith('wins') ? [] : query.about),
        evidence: found.slice(1).map((one) => foundLine(one, query.about)),
      }
    : { line: nothingAbout(query.about, 'check-in') }
}

const operations: Operations = {
  ...moodOperations,
  'check-ins.summary': summary,
  'check-ins.count': count,
  'check-ins.status': status,
  'check-ins.streak': streak,
  'check-ins.when': when,
  'wins.list': field('wins', 'win'),
  'wins.find': async (query, founder) => (await find(query, founder)) ?? field('wins', 'win')(query, founder),
  'blockers.list': field('blockers', 'blocker'),
  'blockers.most': most,
  'blockers.count': blockerCount,
  'blockers.when': blockerWhen,
  'priorities.list': field('next_priority', 'priority'),
}
