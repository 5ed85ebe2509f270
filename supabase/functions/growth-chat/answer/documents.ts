import { documentMark, usualSpan, type DocumentKind, type DocumentSpan } from '../../../../domain/documents.ts'
import type { Proposal } from '../../../../domain/proposals.ts'
import type { Query } from '../query.ts'
import { unitSpan } from '../understand/calendar-spans.ts'
import type { Answerer } from './answer.ts'
import { foundLine, searchRecords } from './search.ts'

const KINDS = {
  'document.update': 'investor-update',
  'document.plan': 'week-plan',
  'document.month': 'month-summary',
  'document.quarter': 'quarter-summary',
  'document.agenda': 'agenda',
} as const satisfies Readonly<Partial<Record<Query['intent'], DocumentKind>>>

/** Lines of a section that the chat shows; the document has all. */
const MAX_LINES = 6

/** A document from the founder's records, section by section, and the way to edit it. */
export const answerDocument: Answerer = async (query, founder) => {
  if (query.intent === 'document.mail' && !query.concepts.has('raiseMoney')) return mail(query, founder)
  const { today } = founder.context
  const kind = KINDS[query.intent as keyof typeof KINDS] ?? 'investor-update'
  const span = spanOf(query, kind, today)
  const { title, sections } = await founder.queries.document({ kind, span })
  return {
    line: `Here is your **${title}**, from your records.`,
    article: {
      title,
      steps: sections
        .map(
          ({ heading, lines }) =>
            `**${heading}**\n${lines
              .slice(0, MAX_LINES)
              .map((line) => `- ${line}`)
              .join('\n')}`,
        )
        .join('\n\n'),
    },
    document: documentMark({ kind, span }),
  }
}

/** The time that is named, in the unit of the document. */
function spanOf(
  { spans: [span], ahead, concepts }: Query,
  kind: DocumentKind,
  today: Query['ahead'] & string,
): DocumentSpan {
  if (kind === 'week-plan') return unitSpan('week', ahead && concepts.has('next') ? ahead : today)
  if (!span) return usualSpan(kind, today)
  if (kind === 'month-summary') return unitSpan('month', span.from)
  if (kind === 'quarter-summary') return unitSpan('quarter', span.from)
  return { from: span.from, to: span.to }
}

/** A mail to somebody outside: the co-founder can't send it, and begins it from what the records say. */
const mail: Answerer = async ({ about, dictated }, founder) => {
  const subject =
    /\b(?:about|regarding|on|to say|that)\b\s+(?<subject>.+)$/i.exec(dictated)?.groups?.['subject'] ?? about.join(' ')
  const { found } = await searchRecords(about, founder)
  const proposals: readonly Proposal[] = [{ kind: 'message', text: `Could you look over my mail about ${subject}?` }]
  return {
    line: `Here is a draft to copy; I **cannot send** mail to others.`,
    article: {
      title: `Subject: ${subject}`,
      steps: [
        'Hello …,',
        `I am writing about ${subject}.`,
        'What I would ask of you: …',
        `Best regards,\n${founder.context.firstName}`,
      ].join('\n\n'),
    },
    evidence: found.slice(0, 3).map((one) => foundLine(one, about)),
    proposals,
  }
}
