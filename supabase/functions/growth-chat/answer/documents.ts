import { formatDate } from '../../../../domain/dates.ts'
import { documentMark, usualSpan, type DocumentKind, type DocumentSpan } from '../../../../domain/documents.ts'
import { daysBetween } from '../../../../domain/days.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import type { FounderDocument } from '../../_shared/documents/write-document.ts'
import type { Query } from '../query.ts'
import { unitSpan } from '../understand/calendar-spans.ts'
import type { Answerer } from './answer.ts'
import { dayAhead } from '../understand/decision-draft.ts'
import { documentWishes, headingsIn, type DocumentWishes } from '../understand/document-wishes.ts'
import { mailDraft } from '../understand/mail-draft.ts'
import { mentions, type WritingLimits } from '../understand/writing-limits.ts'
import { countWords, limitsOf } from './limited.ts'
import { mail } from './mail.ts'

const KINDS = {
  'document.update': 'investor-update',
  'document.plan': 'week-plan',
  'document.month': 'month-summary',
  'document.quarter': 'quarter-summary',
  'document.agenda': 'agenda',
} as const satisfies Readonly<Partial<Record<Query['intent'], DocumentKind>>>

/** Lines of a section that the chat shows, and of a short one; the document has all. */
const MAX_LINES = 6
const SHORT_LINES = 4

/** A document from the founder's records, section by section, and the way to edit it. */
export const answerDocument: Answerer = async (query, founder) => {
  if (isMail(query)) return mail(query, founder)
  const { today } = founder.context
  const kind = kindOf(query)
  const since = query.spans.length > 0 ? undefined : await founder.queries.since()
  const span = spanOf(query, kind, { today, since })
  const { title, sections: written } = await founder.queries.document({ kind, span })
  const limits = limitsOf(query)
  const wishes = documentWishes(query.dictated)
  const { sections, broken } = within(shown(written, wishes), {
    ...limits,
    ...(wishes.most !== undefined && { sentences: wishes.most }),
  })
  const minutes = kind === 'agenda' ? minutesOf(query.dictated, sections) : new Map<string, number>()
  const end =
    SO_FAR.test(query.dictated) &&
    (kind === 'quarter-summary' || kind === 'month-summary') &&
    unitSpan(UNITS[kind], today).to
  const isWeekOnly =
    kind === 'week-plan' && !/\bweek/i.test(query.dictated) && MONTH_PLAN.test(query.dictated)
      ? 'I plan **single weeks** only. '
      : ''
  return {
    line: `${isWeekOnly}Here is your **${title}**, from your records${limits.reader ? `, for ${limits.reader}` : ''}.${broken}${end ? ` The ${UNITS[kind]} goes on until ${formatDate(end)}.` : ''}`,
    article: {
      title,
      steps: sections
        .map(
          ({ heading, lines }) =>
            `**${heading}**${minutes.has(heading) ? ` (${minutes.get(heading)} min)` : ''}\n${lines
              .map((line) => `- ${line}`)
              .join('\n')}`,
        )
        .join('\n\n'),
    },
    document: documentMark({ kind, span }),
  }
}

/** A summary is of the time that is named: "summarise November" is of a month. */
function kindOf({ intent, spans: [span] }: Query): DocumentKind {
  const kind = KINDS[intent as keyof typeof KINDS] ?? 'investor-update'
  if (!span || (kind !== 'quarter-summary' && kind !== 'month-summary')) return kind
  return daysBetween(span.from, span.to) > LONGEST_MONTH ? 'quarter-summary' : 'month-summary'
}

const LONGEST_MONTH = 31

const MONTH_PLAN =
  /\b(?:month|quarter|year|jan(?:uary)?|feb(?:ruary)?|march|april|june|july|august|sept(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b/i

/** The sections that are wanted, in the wanted order, with so many lines: a short one has none that say nothing. */
function shown(
  sections: FounderDocument['sections'],
  { only, first, without, most, isShort }: DocumentWishes,
): FounderDocument['sections'] {
  const kept = only?.flatMap((name) => sections.filter(({ heading }) => heading === name)) ?? []
  const chosen = (kept.length > 0 ? kept : sections).filter(({ heading }) => !without.includes(heading))
  const ordered = [
    ...first.flatMap((name) => chosen.filter(({ heading }) => heading === name)),
    ...chosen.filter(({ heading }) => !first.includes(heading)),
  ]
  const isTight = isShort || most !== undefined
  return ordered.flatMap(({ heading, lines }) => {
    const said = isTight ? lines.filter((line) => !EMPTY.test(line)) : lines
    const own = said.slice(0, isShort ? SHORT_LINES : MAX_LINES)
    return own.length === 0 ? [] : [{ heading, lines: own }]
  })
}

const linesOf = (sections: FounderDocument['sections']): number =>
  sections.reduce((sum, { lines }) => sum + lines.length, 0)

/** Sections without what is to be left out, and with as many lines as the words allow: the first of each before any second. */
function within(all: FounderDocument['sections'], { words, sentences, without }: WritingLimits) {
  const topics = without.filter((what) => !/^(?:numbers?|figures?|metrics|kpis?|stats)$/i.test(what))
  // An amount has lines of its own; anything else may be a section: "without the mood".
  const sectionsOut = new Set(without.filter((what) => !AMOUNT.test(what)).flatMap(headingsIn))
  const left = all
    .map(({ heading, lines }) => ({
      heading,
      lines: lines.filter((line) => !topics.some((what) => mentions(line, what))),
    }))
    .filter(({ heading, lines }) => lines.length > 0 && !sectionsOut.has(heading))
  const most = Math.max(0, ...left.map(({ lines }) => lines.length))
  const kept = new Set<string>()
  let length = 0
  for (let at = 0; at < most; at++)
    for (const { heading, lines } of left) {
      const line = lines[at]
      if (line === undefined || (words === undefined && sentences === undefined)) continue
      const more = countWords(line) + (at === 0 ? countWords(heading) : 0)
      if (EMPTY.test(line) || (words !== undefined && length + more > words) || kept.size >= (sentences ?? Infinity)) continue
      length += more
      kept.add(`${heading}\n${line}`)
    }
  const isLimited = words !== undefined || sentences !== undefined
  const sections = isLimited
    ? left.flatMap(({ heading, lines }) => {
        const own = lines.filter((line) => kept.has(`${heading}\n${line}`))
        return own.length > 0 ? [{ heading, lines: own }] : []
      })
    : left
  const isShorter = linesOf(sections) < linesOf(all)
  return { sections, broken: isShorter ? ' The document itself has all of it: edit it before you send it.' : '' }
} // prettier-ignore

const AMOUNT = /\b(?:balance|cash|bank|runway|burn|revenue|income|sales)\b/i

/** A line that says that there is nothing, or that the founder has to fill in. */
const EMPTY = /^(?:No |Nothing )|…$/

/** A letter to investors is no report to them unless it is called one. */
const isMail = ({ intent, concepts, dictated }: Query): boolean =>
  intent === 'document.mail'
    ? !concepts.has('raiseMoney') || LETTER.test(dictated) || !REPORT.test(dictated)
    : intent === 'document.update' &&
      (LETTER.test(dictated) || !REPORT.test(dictated)) &&
      mailDraft(dictated).recipient !== undefined

/** A letter to one of them, whatever it says of the figures. */
const LETTER = /^(?:(?:please|pls|can you|could you|ok|and),? )*(?:write to|e-?mail|mail) (?:an?|one|some) /i
const REPORT = /\b(?:updates?|reports?|newsletters?|figures|numbers|kpis|month|monthly|quarter\w*|progress)\b/i

const UNITS = { 'month-summary': 'month', 'quarter-summary': 'quarter' } as const
const SO_FAR = /\bso far\b|\b(?:up )?(?:to|until|till) (?:now|today|date)\b|\bto-date\b/i
const NEXT_WEEK = /\b(?:next|nxt|coming|following) (?:work(?:ing)? )?(?:week|wk|mon|monday|5 days|five days)\b/i

/** The time that is named, in the unit of the document; "so far" is the present one up to today. */
function spanOf(
  { spans: [span], ahead, concepts, dictated }: Query,
  kind: DocumentKind,
  { today, since }: { readonly today: IsoDate; readonly since: IsoDate | undefined },
): DocumentSpan {
  if (kind === 'week-plan') {
    if (NEXT_WEEK.test(dictated)) return unitSpan('week', today, 1)
    const named = /\bweek (?:of|from|starting|beginning)(?: the)? (?<day>.+)$/i.exec(dictated)?.groups?.['day']
    const monday = named && dayAhead(named, today)
    if (monday) return unitSpan('week', monday)
    // A day that is over names no plan.
    if (span && span.from >= unitSpan('week', today).from) return unitSpan('week', span.from)
    return unitSpan('week', ahead && (concepts.has('next') || /\bweek\b/i.test(dictated)) ? ahead : today)
  }
  if ((kind === 'month-summary' || kind === 'quarter-summary') && SO_FAR.test(dictated))
    return { from: unitSpan(UNITS[kind], span?.from ?? today).from, to: today }
  if (!span) return usualSpan(kind, today, since)
  if (kind === 'month-summary') return unitSpan('month', span.from)
  if (kind === 'quarter-summary') return unitSpan('quarter', span.from)
  return { from: span.from, to: span.to }
}

/** The minutes of a call, shared among the sections that there is something to say on. */
function minutesOf(dictated: string, sections: FounderDocument['sections']): ReadonlyMap<string, number> {
  const said = /\b(?<minutes>\d{2,3})[ -]?min(?:ute)?s?\b/i.exec(dictated)?.groups?.['minutes']
  const all = said
    ? Number(said)
    : /\bhalf an hour\b/i.test(dictated)
      ? 30
      : /\b(?:an|one|1) hour\b/i.test(dictated)
        ? 60
        : 0
  const spoken = sections.filter(({ heading, lines }) => heading !== 'Call' && !/^(?:No|Nothing) /.test(lines[0] ?? ''))
  const each = Math.floor(all / spoken.length)
  // The first has what is left over.
  return new Map(
    each < 2 ? [] : spoken.map(({ heading }, at) => [heading, at === 0 ? all - each * (spoken.length - 1) : each]),
  )
}
