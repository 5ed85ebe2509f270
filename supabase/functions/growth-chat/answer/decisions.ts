import { formatDate } from '../../../../domain/dates.ts'
import { daysBetween } from '../../../../domain/days.ts'
import { share } from '../../_shared/conversion.ts'
import type { Decision, FounderContext } from '../../_shared/founder-records.ts'
import type { AskingFounder, Verdict } from '../founder-queries.ts'
import type { Query } from '../query.ts'
import { counted, enumerated, percent, quoted, titled } from '../text.ts'
import { stem } from '../understand/names.ts'
import { phraseWords } from '../understand/phrase.ts'
import type { Answer, Answerer, Operation, Operations } from './answer.ts'
import { elsewhere, searchRecords } from './search.ts'

const NONE: Answer = { line: 'There is **nothing on that** in your records.' }

type Short = Pick<Decision, 'id' | 'title' | 'impact' | 'result' | 'date'>

const NOTHING: Answer = {
  line: 'There is **no decision** in your records yet.',
  evidence: ['Decisions are logged in Founder Brain, with the reason and what you expect.'],
  next: 'log your next decision in Founder Brain with its reason: in a month it shows you how you think.',
}

export const answerDecisions: Answerer = async (query, founder) => {
  const { context } = founder
  if (context.decisionCounts.decisions === 0)
    return query.about.length > 0 ? { ...NOTHING, ...(await elsewhere(query.about, founder, 'decision')) } : NOTHING
  const answer = (await operations[query.intent]?.(query, founder)) ?? (await list(query, founder)) ?? NONE
  return { next: nextFor(context), ...answer }
}

const nextFor = ({ decisionCounts: { due, unrated } }: FounderContext): string =>
  due > 0
    ? `look again at the ${counted(due, 'decision')} that ${due === 1 ? 'is' : 'are'} due, in Founder Brain.`
    : unrated > 0
      ? 'write down what came of the oldest decision without a result.'
      : 'log your next decision with what you expect of it.'

/** How a decision came out, as sentences say it. */
export const VERDICTS = {
  yes: 'you were **right**',
  partly: 'you were **partly right**',
  no: 'you were **wrong**',
} as const

const decisionLine = (decision: Short): string =>
  `${titled('decision', decision, decision.title)} of ${formatDate(decision.date)}: ${decision.result.trim() ? `${decision.impact}, ${quoted(decision.result)}` : 'no result yet'}.`

/** Facts about one decision. */
function facts({ reason, expected, result, outcome, review_on, was_right, impact }: Decision, today: string): string[] {
  return [
    ...(reason.trim() ? [`The reason: ${quoted(reason, 160)}.`] : []),
    ...(expected.trim() ? [`You expected ${quoted(expected, 120)}.`] : []),
    ...(result.trim() ? [`Result (${impact}): ${quoted(result, 160)}.`] : ['No result is noted yet.']),
    ...(outcome.trim()
      ? [`What came of it: ${quoted(outcome, 160)}${was_right ? `; ${VERDICTS[was_right].replaceAll('**', '')}` : ''}.`]
      : []),
    ...(review_on && !was_right
      ? [`${review_on <= today ? 'Due for a second look since' : 'To be looked at again on'} ${formatDate(review_on)}.`]
      : []),
  ]
}

/** The decision that a query names: by its title, by a search, or the latest of the answer before. */
async function decisionNamed(
  query: Query,
  founder: AskingFounder,
  has: (decision: Decision) => boolean = () => true,
): Promise<Decision | undefined> {
  const { decisions } = founder.context
  const known = query.records.find(({ kind }) => kind === 'decision')
  const own = known && decisions.find(({ id }) => id === known.id)
  if (own) return own
  const all = (await searchRecords(query.about, founder, ['decision'], undefined, query.telling)).found
  // Of those that are like each other, one that has what is asked for; of an older one it is not known.
  const found = all.find(({ id }) => decisions.every((one) => one.id !== id || has(one))) ?? all[0]
  if (!found) return undefined
  return (
    decisions.find(({ id }) => id === found.id) ?? {
      id: found.id,
      title: found.title,
      date: found.date,
      reason: found.text,
      impact: 'neutral',
      result: '',
      expected: '',
      review_on: null,
      outcome: '',
      was_right: null,
    }
  )
}

/** The decisions that a query names, those first that have what is asked for. */
function namedWith(query: Query, founder: AskingFounder, has: (decision: Decision) => boolean): Query['records'] {
  const { decisions } = founder.context
  const known = query.records.filter(({ id }) => decisions.some((one) => one.id === id && has(one)))
  return [...known, ...query.records.filter((one) => !known.includes(one))]
}

/** One thing about a decision first, then the rest. */
const about =
  (
    lead: (decision: Decision, today: Query['ahead'] & string) => string,
    has: (decision: Decision) => boolean = () => true,
  ): Operation =>
  async (query, founder) => {
    const records = namedWith(query, founder, has)
    const decision = await decisionNamed({ ...query, records }, founder, has)
    const { today } = founder.context
    if (!decision) return query.about.length > 0 ? elsewhere(query.about, founder, 'decision') : undefined
    const line = lead(decision, today)
    const others = records.flatMap(({ id }) => founder.context.decisions.find((one) => one.id === id) ?? []).slice(1, 3)
    return {
      line,
      evidence: [
        ...(records.length <= 3 ? others.map((one) => `Or did you mean ${decisionLine(one)}`) : []),
        ...facts(decision, today).filter((fact) => !line.includes(fact.slice(0, 40))),
      ],
    }
  }

const why = about(
  (decision) =>
    `${titled('decision', decision, decision.title)} of ${formatDate(decision.date)}: ${decision.reason.trim() ? `because **${quoted(decision.reason, 160)}**` : 'the reason is **not recorded**'}.`,
)

const isRated = ({ result, outcome: came }: Decision): boolean => result.trim() !== '' || came.trim() !== ''

const outcomeOfOne = about((decision, today) => {
  const { result, outcome: came, was_right, impact, review_on } = decision
  const title = titled('decision', decision, decision.title)
  if (!result.trim() && !came.trim())
    return `${title} of ${formatDate(decision.date)} has **no result** yet${review_on ? `; ${review_on <= today ? 'its second look is due since' : 'you look at it again on'} ${formatDate(review_on)}` : ''}.`
  return `${title}: ${[came.trim() && quoted(came, 160), result.trim() && `rated **${impact}**: ${quoted(result, 160)}`, was_right && VERDICTS[was_right]].filter(Boolean).join('; ')}.`
}, isRated)

/** Decisions of a word in their titles from which all of them are meant, and not one: "how did my delays turn out?" */
const SEVERAL = 3

/** What came of a decision, or how all with a word in their titles turned out. */
const outcome: Operation = async (query, founder) => {
  const some = query.about.some((word) => /\d/.test(word))
    ? undefined
    : await verdictsOf({ ...query, spans: [] }, founder)
  const isOne = query.records.length === 1 || query.about.length === 0
  return !isOne && some && some.rows.length >= SEVERAL ? trackRecord(query, founder) : outcomeOfOne(query, founder)
}

const expected = about(
  (decision) =>
    `Of ${titled('decision', decision, decision.title)} you expected: ${decision.expected.trim() ? `**${quoted(decision.expected, 160)}**` : '**nothing is recorded**'}${decision.outcome.trim() ? `; it came to ${quoted(decision.outcome, 120)}` : ''}.`,
  ({ expected: own }) => own.trim() !== '',
)

const when = about((decision, today) => {
  const days = daysBetween(decision.date, today)
  return `You decided ${titled('decision', decision, decision.title)} on **${formatDate(decision.date)}**, ${counted(days, 'day')} (${(days / 7).toFixed(1)} weeks) ago.`
})

const whole = (opening: string) =>
  about((decision) => {
    const why = decision.reason.trim() ? `, because ${quoted(decision.reason, 120)}` : ''
    const rated = decision.result.trim()
      ? `rated ${decision.impact}, ${quoted(decision.result, 120)}`
      : 'it has **no result** yet'
    return `${opening} ${titled('decision', decision, decision.title)} of **${formatDate(decision.date)}**${why}: ${rated}.`
  })

/** The next one to look at again, or when that is for one that is named. */
const review: Operation = async (query, founder) => {
  const { today, decisions } = founder.context
  const named = query.records.length + query.about.length > 0 ? await decisionNamed(query, founder) : undefined
  if (named?.review_on)
    return {
      line: `${titled('decision', named, named.title)} ${named.review_on <= today ? `is due for a second look since` : 'is up for a second look on'} **${formatDate(named.review_on)}**.`,
      evidence: facts(named, today),
    }
  const open = decisions.filter(({ review_on, was_right }) => review_on && !was_right)
  const late = open.filter(({ review_on }) => (review_on ?? '') <= today)
  const next = open
    .filter(({ review_on }) => (review_on ?? '') > today)
    .toSorted((a, b) => (a.review_on ?? '').localeCompare(b.review_on ?? ''))
  const wantsNext = (query.concepts.has('next') || query.concepts.has('when')) && !query.concepts.has('overdue')
  if (wantsNext && next[0])
    return {
      line: `The next one is ${titled('decision', next[0], next[0].title)}, on **${formatDate(next[0].review_on ?? '')}**${late.length > 0 ? `; ${counted(late.length, 'decision')} ${late.length === 1 ? 'is' : 'are'} due already` : ''}.`,
      evidence: late.map(dueLine),
    }
  return due(founder)
}

const DUE_NAMED = 5

const dueLine = (decision: Decision): string =>
  `${titled('decision', decision, decision.title)}: due since ${formatDate(decision.review_on ?? '')}.`

function due({ context: { decisions, decisionCounts, today } }: AskingFounder): Answer {
  const late = decisions
    .filter(({ review_on, was_right }) => review_on && review_on <= today && !was_right)
    .toSorted((a, b) => (a.review_on ?? '').localeCompare(b.review_on ?? ''))
  const many = decisionCounts.due
  return many === 0
    ? {
        line: '**No decision** is due for a second look.',
        evidence: decisions
          .filter(({ review_on, was_right }) => review_on && !was_right)
          .map((one) => `${titled('decision', one, one.title)}: on ${formatDate(one.review_on ?? '')}.`),
      }
    : {
        line: `**${counted(many, 'decision')}** ${many === 1 ? 'is' : 'are'} due for a second look${late.length > 0 ? `: ${enumerated(late.slice(0, DUE_NAMED).map((one) => titled('decision', one, one.title)))}` : ''}${late.length > 1 ? ', the longest due first' : ''}.`,
        evidence: late.map(dueLine),
        isList: true,
        count: many,
      }
}

/**
 * The decisions of the category, the word of their titles ("delaying") and the time that a query names; undefined where it
 * names none.
 */
async function verdictsOf(
  { category, about: words, spans: [span] }: Query,
  { queries, context }: AskingFounder,
): Promise<{ readonly rows: readonly Verdict[]; readonly label: string } | undefined> {
  const past = span && span.from <= context.today ? span : undefined
  if (!category && words.length === 0 && !past) return undefined
  const rows = await queries.verdicts(past)
  const time = past?.label ?? ''
  const ofCategory = rows.filter((one) => category && one.category?.toLowerCase() === category)
  if (ofCategory.length > 0) return { rows: ofCategory, label: [`in ${category ?? ''}`, time].join(' ').trim() }
  const hasWord = ({ title }: Verdict, word: string) =>
    phraseWords(title).some((own) => [own, stem(own)].includes(stem(word)))
  const found = words.filter((word) => rows.some((one) => hasWord(one, word)))
  if (found.length > 0) {
    const every = rows.filter((one) => found.every((word) => hasWord(one, word)))
    const some = every.length > 0 ? every : rows.filter((one) => found.some((word) => hasWord(one, word)))
    return { rows: some, label: [`on ${quoted(found.join(' '))}`, time].join(' ').trim() }
  }
  return past && { rows, label: time }
}

/** How often the founder was right. */
const trackRecord: Operation = async (query, founder) => {
  const some = await verdictsOf(query, founder)
  const judged = (answer: Decision['was_right']) =>
    some?.rows.filter(({ was_right }) => was_right === answer).length ?? 0
  const { right, partly, wrong } = some
    ? { right: judged('yes'), partly: judged('partly'), wrong: judged('no') }
    : founder.context.decisionCounts
  const all = right + partly + wrong
  const waiting = some ? some.rows.length - all : 0
  if (all === 0)
    return {
      line: some
        ? `You have looked back at **no decision** ${some.label} yet: ${waiting} ${waiting === 1 ? 'is' : 'are'} not judged.`
        : 'You have looked back at **no decision** yet, so how often you were right is not recorded.',
      next: 'look back at one decision in Founder Brain, and say whether you were right.',
    }
  const others = some
    ? ` ${some.label}${waiting > 0 ? `; ${waiting} more ${waiting === 1 ? 'is' : 'are'} not judged yet` : ''}`
    : ''
  return {
    line: `You were right **${right} of ${all}** times (${percent(share(right, all))}), partly right ${partly} and wrong ${wrong} ${wrong === 1 ? 'time' : 'times'}, of the decisions that you looked back at${others}.`,
    ...(some && { evidence: some.rows.map(decisionLine), isList: true }),
  }
}

/** "Which of them were not right?": those that were wrong or partly right. */
async function notRight(query: Query, founder: AskingFounder): Promise<Answer> {
  const some = await verdictsOf(query, founder)
  const rows = (some?.rows ?? (await founder.queries.verdicts(undefined))).filter(
    ({ was_right }) => was_right === 'no' || was_right === 'partly',
  )
  const wrong = rows.filter(({ was_right }) => was_right === 'no').length
  return {
    line: `**${counted(rows.length, 'decision')}**${some ? ` ${some.label}` : ''} did not turn out right: ${wrong} wrong, ${rows.length - wrong} partly right${rows.length > 0 ? `: ${enumerated(rows.slice(0, 4).map((one) => titled('decision', one, one.title)))}` : ''}.`,
    evidence: rows.map(decisionLine),
    isList: true,
    count: rows.length,
  }
}

/** Decisions by impact, verdict, category and time: how many, and which. */
const list: Operation = async (query, founder) => {
  const { context, queries } = founder
  const { decisionCounts: counts, decisions, today } = context
  const [span] = query.spans
  const isPast = span !== undefined && span.from <= today
  if (query.concepts.has('right') && query.concepts.has('wrong')) return trackRecord(query, founder)
  if (query.verdict === 'right' && query.concepts.has('negated')) return notRight(query, founder)
  if (query.verdict === 'right' && query.category && query.records.length === 0) return trackRecord(query, founder)
  if (query.verdict === 'right' && query.records.length + query.about.length > 0) return outcome(query, founder)
  if (query.verdict === 'due' && (!isPast || (span !== undefined && span.to >= today))) return due(founder)
  if (query.verdict === 'unrated' && query.category) {
    const some = await verdictsOf(query, founder)
    const rows = (some?.rows ?? []).filter(({ was_right }) => !was_right)
    return listed(rows.length, rows, `in ${query.category} without a verdict`, isPast ? span.label : '')
  }
  if (query.verdict === 'unrated' && !isPast) {
    const waiting = decisions.filter(({ result }) => !result.trim())
    return {
      line: `**${counted(counts.unrated, 'decision')}** ${counts.unrated === 1 ? 'waits' : 'wait'} for a result${waiting.length > 0 && counts.unrated <= 3 ? `: ${enumerated(waiting.map((one) => titled('decision', one, one.title)))}` : ''}.`,
      evidence: waiting.map(decisionLine),
      isList: true,
      count: counts.unrated,
    }
  }
  const { category } = query
  if (category && !query.impact && !query.verdict) {
    const { count, rows } = await queries.decisions(isPast ? span : undefined, undefined, category)
    if (count > 0 || query.about.length === 0) return listed(count, rows, `in ${category}`, isPast ? span.label : '')
  }
  if (query.verdict === 'partly' || query.verdict === 'right' || (query.verdict === 'wrong' && !query.impact)) {
    const answer = { right: 'yes', partly: 'partly', wrong: 'no' }[query.verdict]
    const some = category || isPast ? await verdictsOf(query, founder) : undefined
    const known = (some?.rows ?? decisions).filter(({ was_right }) => was_right === answer)
    const many = some ? known.length : counts[query.verdict]
    return {
      line: `**${counted(many, 'decision')}**${some ? ` of ${some.rows.length} ${some.label}` : ''} turned out ${query.verdict === 'partly' ? 'partly right' : query.verdict}${known.length > 0 ? `: ${enumerated(known.slice(0, 4).map((one) => titled('decision', one, one.title)))}` : ''}.`,
      evidence: known.map(decisionLine),
      isList: true,
      count: many,
    }
  }
  const impact = query.impact ?? (query.verdict === 'wrong' ? 'negative' : undefined)
  const onWords = impact && !category && query.about.length > 0 ? await verdictsOf(query, founder) : undefined
  if (impact && onWords) {
    const rows = onWords.rows.filter((one) => one.impact === impact)
    return listed(rows.length, rows, `with a ${impact} impact`, onWords.label)
  }
  if (impact || isPast) {
    const { count, rows } = await queries.decisions(isPast ? span : undefined, impact, category)
    const what = [category && `in ${category}`, impact && `with a ${impact} impact`].filter(Boolean).join(' ')
    return listed(count, rows, what, isPast ? span.label : '')
  }
  if (query.about.length > 0 && query.intent !== 'decisions.count') return find(query, founder)
  const neutral = counts.decisions - counts.positive - counts.negative
  const shown = query.limit ? decisions.slice(0, query.limit) : decisions
  return {
    line: `You have logged **${counted(counts.decisions, 'decision')}**: ${counts.positive} positive, ${neutral} neutral, ${counts.negative} negative; ${counts.unrated} without a result.`,
    evidence: shown.map(decisionLine),
    isList: query.intent === 'decisions.list',
    count: query.limit ? shown.length : counts.decisions,
  }
}

const listed = (count: number, rows: readonly Short[], what: string, when_: string): Answer => ({
  line:
    count === 0
      ? `There is **no decision** ${[what, when_].filter(Boolean).join(' ')} in your records.`
      : `**${counted(count, 'decision')}** ${[what, when_].filter(Boolean).join(' ')}: ${enumerated(rows.slice(0, 4).map((one) => titled('decision', one, one.title)))}${count > 4 ? ` and ${count - 4} more` : ''}.`,
  evidence: rows.map(decisionLine),
  isList: true,
  count,
})

const find: Operation = async (query, founder) => {
  if (query.about.length === 0) return undefined
  const { found } = await searchRecords(query.about, founder, ['decision'])
  if (found.length === 0) return elsewhere(query.about, founder, 'decision')
  const known = found.flatMap(({ id }) => founder.context.decisions.find((one) => one.id === id) ?? [])
  const [best] = known
  if (!best)
    return {
      line: `Your decision on that: ${titled('decision', found[0] ?? { id: '' }, found[0]?.title ?? '')} of ${formatDate(found[0]?.date ?? '')}.`,
      evidence: found.slice(1).map((one) => `${titled('decision', one, one.title)} of ${formatDate(one.date)}.`),
    }
  const newest = found.toSorted((a, b) => b.date.localeCompare(a.date))[0]
  if (found.length > 1 && query.which === 'last' && newest)
    return whole(`The latest of ${counted(found.length, 'decision')} on that is`)(
      { ...query, records: [{ kind: 'decision', id: newest.id }] },
      founder,
    )
  return found.length === 1
    ? whole('Yes:')({ ...query, records: [{ kind: 'decision', id: best.id }] }, founder)
    : {
        line: `**${counted(found.length, 'decision')}** on that; the best match is ${titled('decision', best, best.title)} of ${formatDate(best.date)}.`,
        evidence: found.map((one) => `${titled('decision', one, one.title)} of ${formatDate(one.date)}.`),
      }
}

const last: Operation = (query, founder) => {
  const { decisions } = founder.context
  const isWanted = ({ was_right, impact }: Decision) =>
    query.verdict === 'right' || query.verdict === 'partly' || query.verdict === 'wrong'
      ? was_right === { right: 'yes', partly: 'partly', wrong: 'no' }[query.verdict]
      : !query.impact || impact === query.impact
  const filter = [query.verdict, query.impact].find((one) => one && one !== 'due' && one !== 'unrated')
  const wanted = filter ? decisions.filter(isWanted) : decisions
  const [latest] = wanted
  if (!latest) return undefined
  if (filter && query.about.length === 0)
    return whole(`The last one that came out ${filter} is`)(
      { ...query, records: [{ kind: 'decision', id: latest.id }] },
      founder,
    )
  if (query.limit && query.limit > 1)
    return {
      line: `Your last ${query.limit} decisions: ${enumerated(decisions.slice(0, query.limit).map((one) => titled('decision', one, one.title)))}.`,
      evidence: decisions.slice(0, query.limit).map(decisionLine),
      isList: true,
    }
  if (query.about.length > 0) return find(query, founder)
  return whole('Your last decision is')({ ...query, records: [{ kind: 'decision', id: latest.id }] }, founder)
}

const operations: Operations = {
  'decisions.count': list,
  'decisions.list': list,
  'decisions.last': last,
  'decisions.why': why,
  'decisions.when': (query, founder) => (query.concepts.has('due') ? review : when)(query, founder),
  'decisions.outcome': outcome,
  'decisions.expected': expected,
  'decisions.share': trackRecord,
  'decisions.find': find,
  'decisions.review': review,
}
