import { hoursPerConversion } from '../../../../domain/conversion.ts'
import { daysBetween } from '../../../../domain/days.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import type { AskingFounder } from '../founder-queries.ts'
import type { Intent, Query } from '../query.ts'
import { counted, enumerated, nameOf, titled, usd } from '../text.ts'
import { amountsIn } from '../understand/amounts.ts'
import { isoDate, yearOf } from '../understand/calendar-spans.ts'
import { stem } from '../understand/names.ts'
import { plain } from '../understand/plain.ts'
import type { Answer, Answerer } from './answer.ts'
import { countLine } from './goal-lines.ts'
import { funnel } from './loop-lines.ts'
import { foundLine, searchRecords } from './search.ts'

const ASK = 'ask me about your goals, check-ins, decisions, loops, runway or squad.'
const NOTE = 'ask your growth squad on the Growth Squad tab to keep it as a note'
const CHECK_IN = 'write it into your weekly check-in, so that you see it week by week'

/** What founders ask for and the product does not record: its name, and where it could be written down. */
const UNRECORDED: readonly (readonly [name: string, words: RegExp, where: string, near: 'money' | 'traction'])[] = [
  ['Churn', /\bchurn|\bcancel/i, CHECK_IN, 'money'],
  ['Retention', /\bretention\b|\bretain|\bstay\b|\brenew/i, CHECK_IN, 'money'],
  [
    'Acquisition cost (CAC) in dollars',
    /\bcac\b|\bacqui|\bcost (?:per|of (?:a|each)) (?:customer|lead)|\bpayback/i,
    NOTE,
    'traction',
  ],
  ['Lifetime value (LTV)', /\bltv\b|\blifetime/i, NOTE, 'money'],
  ['A promoter score (NPS)', /\bnps\b|\bpromoter|\bsatisf|\brating\b/i, CHECK_IN, 'traction'],
  [
    'The size of your team',
    /\bemploy|\bhead ?count|\bteam size|\bstaff\b|\bpeople (?:work|do we)|\bhow (?:big|large) is (?:my|our|the) team/i,
    NOTE,
    'money',
  ],
  ['A salary', /\bsalar|\bearns?\b|\bget paid\b|\bwage/i, NOTE, 'money'],
  [
    'The number of customers',
    /\bcustomers?\b|\bclients?\b|\busers?\b|\bsubscribers?\b|\bmau\b|\bdau\b/i,
    CHECK_IN,
    'traction',
  ],
  [
    'Visitors and sign-ups',
    /\bvisit|\btraffic\b|\bbounce\b|\bsign-?ups?\b|\bdownload|\bpage ?view/i,
    CHECK_IN,
    'traction',
  ],
  ['Your valuation', /\bvaluation\b|\bworth\b/i, NOTE, 'money'],
  ['Shares and equity', /\bequity\b|\bcap table\b|\bshare/i, NOTE, 'money'],
  ['The margin', /\bmargin|\bcogs\b|\bebitda\b/i, NOTE, 'money'],
  ['Revenue by customer', /\barpu\b|\bper (?:user|customer|account|seat)\b/i, NOTE, 'money'],
  ['The pipeline', /\bpipeline\b|\bdeal size\b|\bleads?\b|\bacv\b/i, NOTE, 'traction'],
  ['Market size and competitors', /\bmarket\b|\bcompetit|\btam\b/i, NOTE, 'traction'],
  ['What others owe you', /\bowes?\b|\binvoice|\bdebt/i, NOTE, 'money'],
  ['Single costs', /\brent\b|\bpay for\b|\bspend on\b|\bcost/i, NOTE, 'money'],
  ['Working hours', /\bhours\b/i, CHECK_IN, 'traction'],
]

/** Says that something is not recorded, what comes closest, and where it could be recorded. */
async function unrecorded(query: Query, founder: AskingFounder): Promise<Answer> {
  const { context } = founder
  const { runway, loopTotals, goalCounts } = context
  const named = UNRECORDED.filter(([, words]) => words.test(query.dictated)).slice(0, 2)
  const [first] = named
  const [, , where, near] = first ?? (['That', undefined, NOTE, 'traction'] as const)
  const name = named.length > 0 ? enumerated(named.map(([one]) => one)) : 'That'
  const written = first ? undefined : await amountWritten(query, founder)
  if (written) return written
  const { found } = await searchRecords(query.about, founder, ['note', 'squad-message', 'decision'])
  const hours = name.includes('CAC') ? hoursPerConversion(loopTotals) : undefined
  return {
    line: `${name} ${named.length > 1 || (name.endsWith('s') && !name.endsWith('ss')) ? 'are' : 'is'} **not recorded** here, so I cannot give you a number.`,
    evidence: [
      ...(hours === undefined
        ? []
        : [
            `In work, one conversion takes about ${hours.toFixed(1)} hours (rule of thumb: three minutes a message, an hour a demo), over ${counted(loopTotals.conversions, 'conversion')}.`,
          ]),
      ...found.slice(0, 1).map((one) => `Somebody wrote of it: ${foundLine(one, query.about)}`),
      ...(near === 'money' && runway
        ? [`What is recorded: ${usd(runway.monthly_revenue)} revenue and ${usd(runway.monthly_burn)} burn a month.`]
        : loopTotals.loops > 0
          ? [`What is recorded: ${funnel(loopTotals)}.`]
          : goalCounts.map(countLine)),
    ],
    next: `${where}.`,
  }
}

/** Intents that search records, where an amount may be asked that nobody has written. */
const SEARCHES: ReadonlySet<Intent> = new Set([
  'records.find',
  'goals.find',
  'goals.status',
  'decisions.find',
  'wins.find',
])
/** Figures that are recorded for the whole company, or for a loop, and not for a name. */
const WHOLE = /^(?:revenue|burn|balance|messages|demos|conversions)\.(?:value|share|trend|compare)$/

/** Whether an amount is asked of something that no figure is recorded for: "what does Tindall pay us?" */
export const asksUnrecorded = ({ asksAmount, intent, loops, named, about }: Query): boolean =>
  (asksAmount !== undefined && SEARCHES.has(intent) && about.length > 0) ||
  (WHOLE.test(intent) && loops.length === 0 && named.length > 0)

/**
 * The amount that somebody has written of something; that none is, and what is written of it instead; undefined when no
 * record is about it.
 */
export async function amountWritten(query: Query, founder: AskingFounder): Promise<Answer | undefined> {
  const { about, records } = query
  const { found } = await searchRecords(about, founder)
  const said = found.filter(({ kind, title }) => kind !== 'squad-message' || title !== '')
  const titled = said.find(({ id }) => records.some((one) => one.id === id))
  const withAmount = said.find(({ text }) => hasAmount(text, query))
  const [best, ...others] = [...new Set([withAmount ?? titled, ...said])].filter((one) => one !== undefined)
  if (!best) return undefined
  return {
    line:
      withAmount && query.intent !== 'outside.unrecorded'
        ? foundLine(best, about)
        : `That is **not recorded** as a figure, only this: ${foundLine(best, about)}`,
    evidence: others.map((one) => foundLine(one, about)),
  }
}

/** Whether a text has an amount of money, or a number of what is counted: "nineteen dentists". */
const hasAmount = (text: string, { asksAmount, about }: Query): boolean =>
  amountsIn(plain(text)).some(({ unit, noun }) =>
    asksAmount === 'count' ? unit === 'count' && about.some((word) => stem(word) === stem(noun)) : unit === 'money',
  )

const fixed: Readonly<Record<string, Answer>> = {
  'outside.action': {
    line: 'I **cannot do that**: I answer from your own records, and I prepare goals, decisions, check-ins, messages to your squad, calls and documents for you to confirm.',
    next: ASK,
  },
  'outside.general': {
    line: 'I **cannot answer that**: I only know your own records and a small library for founders, nothing beyond.',
    next: ASK,
  },
  'outside.legal': {
    line: 'I **cannot give legal or tax advice**: please ask a lawyer or a tax adviser. Your squad may know one.',
    proposals: [{ kind: 'message', text: 'Do you know a good lawyer or tax adviser for a startup? It is about …' }],
  },
  'outside.medical': {
    line: 'I **cannot give medical advice**: please ask a doctor, and in an emergency call your local emergency number.',
  },
  'outside.others': {
    line: 'I **only see your own records**: nothing of other founders or people on the platform.',
    next: ASK,
  },
  'outside.instructions': {
    line: 'I only answer from your own records and a small library; there is **nothing else that I can show**, repeat or carry out. Your squad keeps notes for me, which I do not quote.',
    next: ASK,
  },
  'talk.thanks': { line: 'Gladly. I am here when the next question comes.' },
  'talk.bye': { line: 'See you. Your records will be here.' },
  'talk.ok': { line: 'Good. Ask when the next question comes.' },
  'talk.feelings': {
    line: 'I am a program, so always the same; thank you for asking. How are **you**? Your check-in asks it every week.',
    next: ASK,
  },
  'talk.who': {
    line: 'I am the **built-in coach**, a program and no person: I answer from your own records by arithmetic, and from a small library; no AI model is connected.',
    next: ASK,
  },
  'talk.can': {
    line: 'I answer **from your own records**: figures and what changes them, goals, check-ins, decisions, notes, messages, calls. I write investor updates and plans from them, and prepare goals, decisions and messages for you to confirm.',
    evidence: [
      '“How many demos in October?”, “What if I hire for $6,000 a month?”, “What did the squad say about pricing?”',
      '“Write an investor update”, “Plan my week”, “Log a decision: … because …”',
    ],
    next: ASK,
  },
}

const dayName = (day: IsoDate): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(day))

/** Today, and days until or since another. */
function calendar(query: Query, today: IsoDate): Answer {
  const text = query.dictated
  const monthEnd = isoDate(yearOf(today), Number(today.slice(5, 7)), 0)
  const left = daysBetween(today, monthEnd)
  const yearEnd = isoDate(yearOf(today), 11, 31)
  if (/\byear\b/i.test(text) && /\bleft\b|\bremain/i.test(text))
    return {
      line: `**${counted(daysBetween(today, yearEnd), 'day')}** of the year are left after today, ${dayName(today)} (UTC).`,
    }
  if (/\bleft\b|\bremain/i.test(text) && query.spans[0]?.label === 'this month')
    return {
      line: `**${counted(left, 'day')}** of the month ${left === 1 ? 'is' : 'are'} left after today, ${dayName(today)} (UTC).`,
    }
  const day = query.ahead
  if (day) {
    const days = daysBetween(today, day)
    return {
      line: /\bhow many weeks\b/i.test(text)
        ? `**${(days / 7).toFixed(1)} weeks** until ${dayName(day)}: ${counted(days, 'day')}.`
        : /\bhow (?:many|long|far)\b|\bdays\b/i.test(text)
          ? `**${counted(days, 'day')}** until ${dayName(day)}.`
          : `That is **${dayName(day)}**, in ${counted(days, 'day')}.`,
    }
  }
  const [span] = query.spans
  if (span && query.intent === 'calendar.until') {
    if (/\bsince\b|\bbetween\b|\bago\b|\bpassed\b|\bhow (?:many|long)\b/i.test(text) && span.from !== span.to)
      return {
        line: `**${counted(daysBetween(span.from, span.to), 'day')}** from ${dayName(span.from)} to ${dayName(span.to)}.`,
      }
    return { line: `That was **${dayName(span.from)}**, ${counted(daysBetween(span.from, today), 'day')} ago.` }
  }
  return {
    line: `Today is **${dayName(today)}** (UTC); **${counted(left, 'day')}** of the month ${left === 1 ? 'is' : 'are'} left.`,
  }
}

/** What has nothing to do with records, or is not in them. */
export const answerOutside: Answerer = (query, founder) => {
  const { firstName, today } = founder.context
  if (query.intent === 'outside.unrecorded') return unrecorded(query, founder)
  if (query.intent.startsWith('calendar')) return calendar(query, today)
  if (query.intent === 'talk.hello')
    return {
      line: `Hello${firstName ? ` ${nameOf(firstName)}` : ''}. What would you like to know about your company?`,
      next: ASK,
    }
  return fixed[query.intent] ?? { line: 'I cannot answer that from your records.', next: ASK }
}

/** Anything that may be written anywhere: the best record, quoted; or that there is none. */
export const answerRecords: Answerer = async (query, founder) => {
  const { found: all } = await searchRecords(query.about, founder)
  // Who somebody is stands in what was written, not in what is to be done.
  const found = /^who\b/i.test(query.dictated)
    ? all.toSorted((a, b) => Number(a.kind === 'goal') - Number(b.kind === 'goal'))
    : all
  const [best, ...others] = found
  if (!best)
    return {
      line: `There is **nothing about “${query.about.join(' ').slice(0, 60)}”** in your records.`,
      evidence: founder.context.checkins
        .slice(0, 1)
        .map(
          (one) =>
            `I looked through goals, check-ins, decisions, notes and messages, back to your first one; the newest is your check-in ${titled('check-in', one, one.week_of)}.`,
        ),
      next: 'write it into your next check-in or a decision, and I will find it.',
    }
  return {
    line: foundLine(best, query.about),
    evidence: others.map((one) => foundLine(one, query.about)),
    next: query.intent.startsWith('decisions') ? '' : 'ask me for the week, the decision or the person in it.',
  }
}
