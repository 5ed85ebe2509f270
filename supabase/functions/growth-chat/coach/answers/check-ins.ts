import { formatDate } from '../../../../../domain/dates.ts'
import { hasCheckedIn, meanOf } from '../../../../../domain/check-in-trend.ts'
import { moodLabel, PRIORITY_OUTCOMES } from '../../../../../domain/check-ins.ts'
import { weekOf, type IsoDate } from '../../../../../domain/week.ts'
import { repeatedWords, subjectWords } from '../../../../../domain/words.ts'
import type { CheckIn, FounderContext } from '../../../_shared/founder-records.ts'
import type { Answer, Answerer } from '../answer.ts'
import type { FounderQueries } from '../founder.ts'
import { firstOf } from '../understand/phrases.ts'
import { plain } from '../understand/plain.ts'
import { hasTerm, termsOf } from '../understand/terms.ts'
import { counted, enumerated, from, quoted, weekName } from '../text.ts'
import { spanBefore, type Span } from '../understand/spans.ts'
import type { Question } from '../understand/understand.ts'

/** All that a founder can have. */
const EVER: Pick<Span, 'from' | 'to'> = { from: '2000-01-03', to: '2100-01-04' }
/** Check-ins of a summary, or of a trend, when the question does not say how many. */
const USUAL = 4
const QUOTED_TOGETHER = 3

const NOTHING: Answer = {
  line: 'There is no check-in in your records yet.',
  evidence: [
    'A check-in takes three minutes: a mood, wins, blockers and the next priority. From the second one on I can compare.',
  ],
  next: 'complete this week’s check-in on the Command Board.',
}

export const answerCheckIns: Answerer = async (question, { context, queries }) => {
  const { text, spans } = question
  const [span] = spans
  if (context.counts.checkins === 0) return NOTHING
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
  const isAllTime =
    /\bever\b|\bmost (?:often|frequent|common)|\busually\b|\bover time\b|\ball (?:my|check)|\baverage\b|\b(?:best|worst|highest|lowest|happiest|first)\b|\bkeeps?\b|\brecurring\b|\balways\b|\btrend\b|\bwhole time\b|\bso far\b|\boverall\b|\bentire\b/.test(
      text,
    )
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

const BELOW = /\b(?:below|under|less than|lower than|worse than) [1-5]\b(?!\d)/
const ABOVE = /\b(?:above|over|more than|higher than|better than) [1-5]\b(?!\d| weeks?| months?)/

/** Check-ins with a certain mood, without a blocker, or about something: of all, or of a span. */
async function specialCheckIns(
  { text }: Question,
  span: Span | undefined,
  queries: FounderQueries,
): Promise<Answer | undefined> {
  const all = () => queries.checkIns(span ? weeksOf(span) : EVER)
  const where = span?.label ?? 'in your check-ins'
  const isBelow = BELOW.test(text)
  const isAbove = ABOVE.test(text)
  const wanted = Number(/\bmoods?\b.{0,20}\b(?:below|under|less than|lower than|worse than|above|over|more than|higher than|better than) (?<limit>[1-5])\b(?!\d)|\bmoods? (?:was |were |is |of |at |= ?)?(?:an? )?(?<mood>[1-5])\b(?! (?:weeks?|days?|months?|years?|check))|\bat (?:an? )?(?<at>[1-5])\b(?! ?(?:pm|am|%|k\b))/.exec(text)?.slice(1).find(Boolean)) // prettier-ignore
  if (wanted >= 1) {
    const isLess = /\bor (?:lower|less|worse|below|under)\b|\bat most\b/.test(text) || isBelow
    const isMore = /\bor (?:higher|more|better|above|over)\b|\bat least\b/.test(text) || isAbove
    const limit = isBelow ? wanted - 1 : isAbove ? wanted + 1 : wanted
    const found = (await all()).filter(({ mood }) =>
      isLess ? mood <= limit : isMore ? mood >= limit : mood === wanted,
    )
    const first = found.at(-1)
    if (first && /\b(?:first|earliest|since when|how long)\b/.test(text))
      return {
        line: `The first week with that mood ${where} is the one of ${weekName(first)}; it is in ${counted(found.length, 'week')}.`,
        evidence: found.map(weekLine),
        next: 'look at what was different in that week, and repeat or avoid it.',
      }
    if (isLess || isMore)
      return withLast(
        found,
        isBelow || isAbove
          ? `Your mood was **${isBelow ? 'below' : 'above'} ${wanted}**`
          : `Your mood was **${wanted} or ${isLess ? 'lower' : 'higher'}**`,
        `Your mood was **never** so ${where}.`,
        where,
      )
    return withLast(found, `Your mood was **${wanted} of 5** (${moodLabel(wanted)})`, `Your mood was **never ${wanted}** ${where}.`, where) // prettier-ignore
  }
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

/** "Since when has onboarding been a blocker?": the first of the check-ins that have it. */
function blockedSince(text: string, checkIns: readonly CheckIn[]): Answer | undefined {
  const current = checkIns.find(({ blockers }) => blockers.trim() !== '')
  const asked = [
    ...termsOf(text),
    ...(BLOCKING.exec(text)?.groups?.['what'] ? [BLOCKING.exec(text)?.groups?.['what'] ?? ''] : []),
  ]
  // "Since when?" means the blocker of now, by the word that it shares with the weeks before.
  const [repeated] = repeatedWords(checkIns.slice(0, USUAL).map(({ blockers }) => blockers))
  const terms = asked.length > 0 ? asked : repeated ? [repeated.word] : current ? termsOf(plain(current.blockers)) : []
  const isOf = (checkIn: CheckIn, field: (one: CheckIn) => string) =>
    terms.length > 0 && terms.every((term) => hasTerm(plain(field(checkIn)), term))
  const inBlockers = checkIns.filter((checkIn) => isOf(checkIn, ({ blockers }) => blockers))
  const found =
    inBlockers.length > 0
      ? inBlockers
      : checkIns.filter((checkIn) => isOf(checkIn, ({ wins, next_priority }) => `${wins} ${next_priority}`))
  const first = found.at(-1)
  if (!first) return undefined
  return {
    line: `${quoted(terms.join(' '))} is in your check-ins since **${formatDate(first.week_of)}**${from('check-in', first)}, in ${counted(found.length, 'week')} of ${checkIns.length}.`,
    evidence:
      inBlockers.length > 0 ? [blockerLine(first), ...inBlockers.slice(0, -1).map(blockerLine)] : found.map(weekLine),
    next: 'what returns needs a decision: log one in Founder Brain that ends it.',
  }
}

const BLOCKING =
  /\b(?:did|does|was|were|is|has) (?<what>\p{L}{3,}) (?:block|(?:been )?an? (?:blocker|problem)|in the way)/u

/** The newest of the check-ins found, and how many there are. */
function withLast(found: readonly CheckIn[], opening: string, otherwise: string, where: string): Answer {
  const [last] = found
  const next = 'look at what was different in that week, and repeat or avoid it.'
  if (!last) return { line: otherwise, evidence: [], next }
  return {
    line: `${opening} in ${counted(found.length, 'week')} ${where}, last in the week of ${weekName(last)}: wins ${quoted(last.wins)}.`,
    evidence: found.map(weekLine),
    next,
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

/** The Mondays of the weeks that a span touches; of whole weeks and days, those that begin before it too. */
export function weeksOf({ from, to }: Span): Pick<Span, 'from' | 'to'> {
  const isLong = Date.parse(to) - Date.parse(from) > 13 * 86_400_000
  return { from: isLong ? from : weekOf(new Date(`${from}T00:00:00Z`), 'UTC'), to }
}

interface Scope {
  /** "over your last 4 check-ins", "in October 2026" */
  readonly label: string
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

const noneIn = (span: Span | undefined, { checkins: [latest], checkins, today }: FounderContext): Answer => ({
  line: `There is **no check-in** ${span?.label ?? 'for that time'} in your records.`,
  evidence: latest ? [`The last one: ${weekLine(latest)}`] : [],
  next: nextFor(checkins, today),
})

function mood(
  text: string,
  checkIns: readonly CheckIn[],
  { label }: Scope,
  isSeveral: boolean,
  { checkins, today }: FounderContext,
): Answer {
  const [latest, before] = checkIns
  if (!latest) return NOTHING
  const moods = checkIns.map(({ mood }) => mood)
  const extreme = firstOf(text, [
    ['worst', /\bworst\b|\blowest\b|\bsaddest\b/],
    ['best', /\bbest\b|\bhighest\b|\bhappiest\b/],
  ] as const)
  const average = `${meanOf(moods).toFixed(1)} of 5`
  const evidence = checkIns.map(weekLine)
  const next = nextFor(checkins, today)
  if (/\b(?:highest|best)\b.*\b(?:lowest|worst)\b|\b(?:lowest|worst)\b.*\b(?:highest|best)\b/.test(text)) {
    const [low, high] = [Math.min(...moods), Math.max(...moods)]
    const lastWith = (value: number) => checkIns.find((checkIn) => checkIn.mood === value) ?? latest
    return {
      line: `Your mood ${label} was between **${low} of 5** (${moodLabel(low)}) and **${high} of 5** (${moodLabel(high)}).`,
      evidence: [lastWith(high), lastWith(low)].map(weekLine),
      next,
    }
  }
  if (extreme) {
    const value = extreme === 'best' ? Math.max(...moods) : Math.min(...moods)
    const found = checkIns.filter((checkIn) => checkIn.mood === value)
    const [one] = found
    return {
      line: `Your ${extreme} mood ${label} was **${value} of 5** (${moodLabel(value)}), ${found.length > 1 ? `in ${found.length} weeks, last in` : 'in'} the week of ${formatDate(one?.week_of ?? today)}.${one ? from('check-in', one) : ''}`,
      evidence: found.map(weekLine),
      next,
    }
  }
  if (!isSeveral || checkIns.length === 1) {
    const change =
      before && checkIns.length > 1 ? `; the week before it was ${before.mood} (${moodLabel(before.mood)})` : ''
    const way =
      /\btrend|\bfall|\bchang|\bdevelop|\bbetter\b|\bworse\b|\bimprov|\bgoing\b|\bbeen\b/.test(text) && moods.length > 1
        ? ` Week by week: ${moods.toReversed().join(' → ')}, ${directionOf(moods)}.`
        : ''
    return {
      line: `Your mood ${checkIns.length === 1 && isSeveral ? `${label} was` : 'is'} **${latest.mood} of 5** (${moodLabel(latest.mood)})${change}.${way}`,
      evidence,
      next,
    }
  }
  const first = checkIns.at(-1) ?? latest
  const way = moods.length <= 12 ? `: ${moods.toReversed().join(' → ')}` : ''
  return {
    line: `Your mood ${label} averaged **${average}** and went from ${first.mood} to ${latest.mood}, ${directionOf(moods)}${way}.`,
    evidence,
    next,
  }
}

/** @param moods newest first */
function directionOf(moods: readonly number[]): string {
  const [last = 0, first = 0] = [moods[0], moods.at(-1)]
  return last === first ? 'the same at both ends' : last > first ? 'rising' : 'falling'
}

function comparedMoods(
  [one, first]: readonly [Span, readonly CheckIn[]],
  [other, second]: readonly [Span, readonly CheckIn[]],
  { checkins, today }: FounderContext,
): Answer {
  if (first.length === 0 || second.length === 0)
    return noneIn(first.length === 0 ? one : other, { checkins, today } as FounderContext)
  const [here, there] = [first, second].map((checkIns) => meanOf(checkIns.map(({ mood }) => mood))) as [number, number]
  const way = here === there ? 'the same' : here > there ? 'better' : 'worse'
  return {
    line: `Your mood is **${way}**: ${here.toFixed(2)} of 5 on average ${one.label}, ${there.toFixed(2)} of 5 ${other.label}.`,
    evidence: [...first, ...second].map(weekLine),
    next: nextFor(checkins, today),
  }
}

function blockers(text: string, checkIns: readonly CheckIn[], { label }: Scope, isSeveral: boolean): Answer {
  const blocked = checkIns.filter((checkIn) => checkIn.blockers.trim() !== '')
  const [latest] = checkIns
  if (!latest || blocked.length === 0) {
    return {
      line: `You named **no blocker** ${isSeveral ? label : 'at your last check-in'}.`,
      evidence: checkIns.map(weekLine),
      next: 'use the free road: finish the goal that has been open longest.',
    }
  }
  const next =
    'write to the one person who could remove it, today, in three sentences: what stands still, what you need, by when.'
  const [word] = repeatedWords(blocked.map((checkIn) => checkIn.blockers))
  if (
    isSeveral &&
    word &&
    (blocked.length > 3 ||
      /\boften\b|\bfrequent|\bcommon\b|\bkeeps?\b|\brecurring\b|\busually\b|\bmain\b|\bbiggest\b/.test(text))
  ) {
    const weeks = blocked.filter((checkIn) => subjectWords(checkIn.blockers).includes(word.word))
    return {
      line: `Most often “${word.word}”: it is in the blockers of **${word.times} of ${checkIns.length}** check-ins${label.startsWith('in all') ? '' : ` ${label}`}.`,
      evidence: weeks.map(blockerLine),
      next: 'what returns needs a decision: log one in Founder Brain that ends it.',
      proposals: [{ kind: 'decision', text: `How we end what blocks us: ${word.word}` }],
    }
  }
  if (isSeveral) {
    const [first, ...others] = blocked
    return {
      line: first
        ? `Your blockers ${label}: ${enumerated(blocked.slice(0, QUOTED_TOGETHER).map((checkIn) => quoted(checkIn.blockers)))}.`
        : '',
      evidence: [first, ...others].flatMap((checkIn) => (checkIn ? [blockerLine(checkIn)] : [])),
      next,
    }
  }
  const current = blocked[0] ?? latest
  return {
    line:
      current === latest
        ? `Your blocker is ${quoted(current.blockers)}, from the check-in of the week of ${weekName(current)}.`
        : `You named no blocker at your last check-in; before that it was ${quoted(current.blockers)}.${from('check-in', current)}`,
    evidence: [
      ...(word
        ? [`“${word.word}” is in the blockers of ${word.times} of your last ${counted(checkIns.length, 'check-in')}.`]
        : []),
      ...blocked.slice(1).map(blockerLine),
    ],
    next,
  }
}

function wins(checkIns: readonly CheckIn[], { label }: Scope): Answer {
  const [latest] = checkIns
  if (!latest) return NOTHING
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
  if (!latest) return NOTHING
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
  if (!latest || !first) return NOTHING
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

const blockerLine = (checkIn: CheckIn): string => `Week of ${weekName(checkIn)}: ${quoted(checkIn.blockers)}.`

export const weekLine = (checkIn: CheckIn): string =>
  `Week of ${weekName(checkIn)}: mood ${checkIn.mood} (${moodLabel(checkIn.mood)}), wins ${quoted(checkIn.wins, 60)}.`

const nextFor = (checkins: readonly CheckIn[], today: IsoDate): string =>
  hasCheckedIn(checkins, today)
    ? `give ${quoted(checkins[0]?.next_priority ?? '', 60)} your first two hours tomorrow.`
    : 'complete this week’s check-in on the Command Board: it takes three minutes.'
