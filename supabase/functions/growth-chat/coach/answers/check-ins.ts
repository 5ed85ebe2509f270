import { hasCheckedIn, meanOf } from '../../../../../domain/check-in-trend.ts'
import { moodLabel, PRIORITY_OUTCOMES } from '../../../../../domain/check-ins.ts'
import { formatDate } from '../../../../../domain/dates.ts'
import type { CheckIn, FounderContext } from '../../../_shared/founder-records.ts'
import type { Answer, Answerer } from '../answer.ts'
import type { FounderQueries } from '../founder.ts'
import { counted, enumerated, from, quoted, weekName } from '../text.ts'
import { anyOf, firstOf, words } from '../understand/phrases.ts'
import { plain } from '../understand/plain.ts'
import { spanBefore, type Span } from '../understand/spans.ts'
import { hasTerm, termsOf } from '../understand/terms.ts'
import type { Question } from '../understand/understand.ts'
import { blockedSince, blockers } from './blockers.ts'
import {
  blockerLine,
  nextFor,
  NO_CHECK_INS,
  noneIn,
  QUOTED_TOGETHER,
  USUAL,
  weekLine,
  weeksOf,
  withLast,
  type Scope,
} from './check-in-lines.ts'
import { comparedMoods, mood, moodWeeks } from './moods.ts'

/** All that a founder can have. */
const EVER: Pick<Span, 'from' | 'to'> = { from: '2000-01-03', to: '2100-01-04' }
export const answerCheckIns: Answerer = async (question, { context, queries }) => {
  const { text, spans } = question
  const [span] = spans
  if (context.counts.checkins === 0) return NO_CHECK_INS
  const special = await specialCheckIns(question, span, queries)
  if (special) return special
  const isExtreme =
    /\b(?:best|worst|highest|lowest|happiest)\b.*\b(?:moods?|weeks?|feel)\b|\b(?:moods?|weeks?|feel)\b.*\b(?:best|worst|highest|lowest|happiest)\b/.test(
      text,
    )
  const aspect = isExtreme
    ? 'mood'
    : firstOf(text, [
        [
          'count',
          /\b(?:how many|number of) (?:weekly )?check[- ]?ins\b|\bhow many weeks\b|\bstreak\b|\bcheck[- ]?ins? (?:every|each) week\b|\b(?:every|each) week\b|\bin a row\b|\bhow often (?:do|did|have) i check/,
        ],
        [
          'today',
          /\b(?:did|have) i (?:already )?check(?:ed)?[- ]?in\b|\bchecked in (?:this|yet)|\bis (?:this week's|the|my) check-?in (?:done|complete)/,
        ],
        [
          'blockers',
          /\brecurring problem\b|\bblock(?:ers?|ed|ing|s)?\b|\bin the way\b|\bholding (?:me|us) back\b|\bstuck\b|\bstruggl/,
        ],
        ['wins', /\bwins?\b|\bwon\b|\bachiev|\bwent well\b/],
        ['priority', /\bpriorit|\bto do next\b|\bnext step\b|\bplan(?:ned)? to do\b/],
        ['first', /\bfirst check-?in\b|\bstart(?:ed)? checking in\b/],
        [
          'mood',
          /\b(?:best|worst|happiest) (?:\w+ )?weeks?\b|\bfeel (?:best|worst)\b|\bmy (?:lowest|happiest)\b|\b(?:highest|lowest) mood\b|\bmoods?\b|\bfeel|\bsadder\b|\bfelt\b|\bhapp(?:y|ier|iest)\b/,
        ],
        ['summary', /\bsummar|\brecap\b|\bcheck-?ins?\b|\bweeks?\b/],
      ] as const)
  const isAllTime = OF_ALL_TIME.test(text)
  const last = lastCount(question)
  const week = span && weeksOf(span)
  const chosen = week
    ? await queries.checkIns(week)
    : isAllTime || (last ?? 0) > context.checkins.length
      ? await queries.checkIns(EVER)
      : context.checkins
  const checkIns = last === undefined ? chosen : chosen.slice(0, last)
  if (aspect === 'count') return howMany(question, context, span ? checkIns.length : undefined)
  if (aspect === 'today' && (!span || /^this week|^today/.test(span.label))) return isDone(context)
  const [latest] = checkIns
  if (!latest) return noneIn(span, context)
  const first = chosen.at(-1)
  if (aspect === 'first' && first) {
    return {
      ...oneWeek(first),
      line: `Your first check-in is of the week of ${weekName(first)}, ${counted(context.counts.checkins, 'check-in')} ago.`,
    }
  }
  const scope = scopeOf(checkIns, span, last, isAllTime)
  const isSeveral = span !== undefined || last !== undefined || isAllTime
  if (
    aspect === 'mood' &&
    span &&
    (/\bthan\b|\bvs\b|\bversus\b|\bcompare/.test(text) ||
      (spans.length > 1 && /\bor\b|\bbetter\b|\bworse\b/.test(text)))
  ) {
    const other = spans[1] ?? spanBefore(span)
    return comparedMoods([span, checkIns], [other, await queries.checkIns(weeksOf(other))], context)
  }
  if (aspect === 'mood') return mood(text, checkIns, scope, isSeveral, context)
  if (aspect === 'blockers') return blockers(text, checkIns, scope, isSeveral)
  const isList =
    /\b(?:list|all|show|my) (?:\w+ )?(?:wins|priorities|blockers)\b/.test(text) &&
    !/\b(?:last|latest|this|week)\b/.test(text)
  if (aspect === 'wins') return wins(isSeveral || isList ? checkIns : [latest], scope)
  if (aspect === 'priority') return priority(checkIns, span, scope, context)
  const isOne = checkIns.length === 1 || (!isSeveral && !/\bsummar|\brecap|\bcheck-?ins\b|\bweeks\b/.test(text))
  return isOne ? oneWeek(latest) : summary(isSeveral ? checkIns : checkIns.slice(0, USUAL))
}

/** "My best week ever", "the trend of my mood": of all check-ins. */
const OF_ALL_TIME = anyOf(
  words('ever', 'usually', 'always', 'over time', 'whole time', 'so far', 'overall', 'entire'),
  words('average', 'trend', 'recurring', 'keeps?'),
  words('best', 'worst', 'highest', 'lowest', 'happiest', 'first'),
  /\bmost (?:often|frequent|common)|\ball (?:my|check)/,
)

/** Check-ins with a certain mood, without a blocker, or about something: of all, or of a span. */
async function specialCheckIns(
  { text }: Question,
  span: Span | undefined,
  queries: FounderQueries,
): Promise<Answer | undefined> {
  const all = () => queries.checkIns(span ? weeksOf(span) : EVER)
  const where = span?.label ?? 'in your check-ins'
  const ofMood = await moodWeeks(text, where, all)
  if (ofMood) return ofMood
  if (/\b(?:no|without(?: an?| any)?|zero) blockers?\b|\b(?:not|n't) blocked\b|\bnothing (?:was )?block/.test(text)) {
    const found = (await all()).filter(({ blockers }) => blockers.trim() === '')
    return withLast(found, 'You named **no blocker**', `You named a blocker **each week** ${where}.`, where)
  }
  if (
    /\bsince when\b|\bhow long (?:has|have|am|was|were)\b|\bwhen did\b.*\b(?:start|beg[ai]n|first)\b|\b(?:first|earliest) time\b/.test(
      text,
    )
  ) {
    const since = blockedSince(text, await all())
    if (since) return since
  }
  const named =
    /\bblock\p{L}* (?:about|on|with|around|regarding|from|related to) (?<what>\p{L}[\p{L}-]+)/u.exec(text)?.groups?.[
      'what'
    ] ?? ''
  // "How often did hiring block me?": also a word that is general elsewhere.
  const blocking =
    /\b(?:did|does|was|were|is|has) (?<what>\p{L}{3,}) (?:block|(?:been )?an? blocker|in the way)/u.exec(text)
      ?.groups?.['what'] ?? ''
  const asksHowOften = /\bhow (?:often|many (?:times|weeks|check-?ins))\b/.test(text)
  const mentioned = /\bmention(?:ed)? (?:the |my |our )?(?<what>\p{L}{4,})/u.exec(text)?.groups?.['what']
  const about = /\babout (?:the |my |our )?(?<what>\p{L}{4,})/u.exec(text)?.groups?.['what']
  const specific = asksHowOften ? [...new Set([...termsOf(text), ...(about ? [about] : [])])] : []
  const terms =
    specific.length > 0 ? specific : [mentioned ?? (asksHowOften ? blocking : named)].filter((word) => word.length > 3)
  if (terms.length === 0) return undefined
  const field = /\bblock/.test(text) ? 'blockers' : /\bw[io]n\b|\bwins\b/.test(text) ? 'wins' : undefined
  const checkIns = await all()
  const writtenIn = (checkIn: CheckIn) =>
    plain(field ? checkIn[field] : `${checkIn.wins} ${checkIn.blockers} ${checkIn.next_priority}`)
  // Verbs such as "complain" are in no check-in: what is counted are the words that are in some.
  const written = terms.filter((term) => checkIns.some((checkIn) => hasTerm(writtenIn(checkIn), term)))
  if (written.length === 0)
    return {
      line: `**No check-in** ${span ? span.label : 'of yours'} has ${quoted(terms.join(' '))} in its ${field ?? 'words'}.`,
      evidence: checkIns.map(weekLine),
      next: 'ask with another word that you may have written.',
    }
  const found = checkIns.filter((checkIn) => written.every((term) => hasTerm(writtenIn(checkIn), term)))
  const what = quoted(written.join(' '))
  return {
    line: `${what} is in the ${field ?? 'words'} of **${counted(found.length, 'check-in')}** ${where}.`,
    evidence: found.map((checkIn) => (field === 'blockers' ? blockerLine(checkIn) : weekLine(checkIn))),
    next: 'what returns needs a decision: log one in Founder Brain that ends it.',
  }
}

/** "My last four check-ins": how many. */
const lastCount = ({ text, amounts }: Question): number | undefined => {
  const wanted = amounts.find(
    ({ noun, unit }) =>
      unit === 'number' && /^(?:check|checkins?|weekly|weeks?|moods?|wins|blockers|priorities)$/.test(noun),
  )
  if (!wanted || !/\b(?:last|latest|recent|past|previous|newest)\b/.test(text)) return undefined
  return wanted.value >= 1 && !/\bweeks? ago\b/.test(text) ? Math.min(wanted.value, 520) : undefined
}

function scopeOf(
  checkIns: readonly CheckIn[],
  span: Span | undefined,
  last: number | undefined,
  isAllTime: boolean,
): Scope {
  if (span) return { label: span.label }
  if (isAllTime && last === undefined) return { label: 'in all your check-ins' }
  return { label: `over your last ${counted(checkIns.length, 'check-in')}` }
}

function howMany(
  { spans: [span] }: Question,
  { counts, checkins: [latest], today, checkins }: FounderContext,
  inSpan: number | undefined,
): Answer {
  const line =
    span && inSpan !== undefined
      ? `**${counted(inSpan, 'check-in')}** ${span.label}, of ${counts.checkins} in all; your streak is ${counted(counts.streak, 'week')}.`
      : `You have **${counted(counts.checkins, 'check-in')}**; your streak is **${counted(counts.streak, 'week')} in a row** (one missed week in eight is forgiven).`
  return {
    line,
    evidence: [
      ...(latest ? [`The last one is of the week of ${weekName(latest)}.`] : []),
      hasCheckedIn(checkins, today) ? 'This week is checked in.' : 'This week has no check-in yet.',
    ],
    next: nextFor(checkins, today),
  }
}

const isDone = ({ checkins, today }: FounderContext): Answer => {
  const [latest] = checkins
  return {
    line: hasCheckedIn(checkins, today)
      ? '**Yes**, this week is checked in.'
      : '**Not yet**: this week has no check-in.',
    evidence: latest ? [weekLine(latest)] : [],
    next: nextFor(checkins, today),
  }
}

function wins(checkIns: readonly CheckIn[], { label }: Scope): Answer {
  const [latest] = checkIns
  if (!latest) return NO_CHECK_INS
  return {
    line:
      checkIns.length === 1
        ? `Your wins in the week of ${weekName(latest)}: ${quoted(latest.wins)}.`
        : `Your wins ${label}: ${enumerated(checkIns.slice(0, QUOTED_TOGETHER).map((checkIn) => quoted(checkIn.wins)))}.`,
    evidence:
      checkIns.length === 1
        ? [weekLine(latest)]
        : checkIns.map((checkIn) => `Week of ${weekName(checkIn)}: ${quoted(checkIn.wins)}.`),
    next: 'choose the win that could be repeated, and make repeating it this week’s goal.',
  }
}

function priority(
  checkIns: readonly CheckIn[],
  span: Span | undefined,
  { label }: Scope,
  { today }: FounderContext,
): Answer {
  const [latest, before] = checkIns
  if (!latest) return NO_CHECK_INS
  const happened = PRIORITY_OUTCOMES.find(({ value }) => value === latest.priority_outcome)
  return {
    line:
      span && checkIns.length > 1
        ? `Your priorities ${label}: ${enumerated(checkIns.slice(0, QUOTED_TOGETHER).map((checkIn) => quoted(checkIn.next_priority)))}.`
        : `Your priority is ${quoted(latest.next_priority)}, from the check-in of the week of ${weekName(latest)}.`,
    evidence: [
      ...(before
        ? [
            `The one before was ${quoted(before.next_priority)}: ${happened ? `${happened.label.toLowerCase()}, ${happened.text.toLowerCase()}` : 'whether it happened is not recorded'}.${from('check-in', before)}`,
          ]
        : []),
      weekLine(latest),
    ],
    next: hasCheckedIn(checkIns, today)
      ? 'give it your first two hours tomorrow, before messages.'
      : 'say in this week’s check-in whether it happened, and choose the next.',
  }
}

const oneWeek = (checkIn: CheckIn): Answer => ({
  line: `Week of ${weekName(checkIn)}: mood **${checkIn.mood} of 5** (${moodLabel(checkIn.mood)}); wins ${quoted(checkIn.wins)}.`,
  evidence: [
    checkIn.blockers.trim() ? `Blockers: ${quoted(checkIn.blockers)}.` : 'No blocker was named.',
    `Next priority: ${quoted(checkIn.next_priority)}.`,
  ],
  next: checkIn.blockers.trim()
    ? 'ask the one person who could remove the blocker for fifteen minutes, today.'
    : 'give the next priority your first two hours tomorrow.',
})

function summary(checkIns: readonly CheckIn[]): Answer {
  const [latest] = checkIns
  const first = checkIns.at(-1)
  if (!latest || !first) return NO_CHECK_INS
  const moods = checkIns.map(({ mood }) => mood)
  const list = (textOf: (checkIn: CheckIn) => string) =>
    checkIns
      .filter((checkIn) => textOf(checkIn).trim() !== '')
      .slice(0, 4)
      .map((checkIn) => `${quoted(textOf(checkIn), 60)}${from('check-in', checkIn)}`)
      .join('; ')
  const named = list(({ blockers }) => blockers)
  return {
    line: `Your last ${counted(checkIns.length, 'check-in')} (${formatDate(first.week_of)} to ${formatDate(latest.week_of)}): mood **${meanOf(moods).toFixed(1)} of 5** on average, ${moods.toReversed().slice(-12).join(' → ')}.`,
    evidence: [
      `Wins: ${list(({ wins }) => wins)}.`,
      named ? `Blockers: ${named}.` : 'Blockers: none was named.',
      `Next priority: ${quoted(latest.next_priority, 60)}.${from('check-in', latest)}`,
    ],
    next: `give ${quoted(latest.next_priority, 60)} your first two hours tomorrow.`,
  }
}
