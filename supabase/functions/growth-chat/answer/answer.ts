import { proposalMark, type Proposal } from '../../../../domain/proposals.ts'
import { formatCount } from '../../../../domain/numbers.ts'
import type { AskingFounder } from '../founder-queries.ts'
import type { Query } from '../query.ts'
import { bullets, heading, numbered } from '../text.ts'

/** The co-founder's answer to one query, before it is written as Markdown. */
export interface Answer {
  /** One sentence or two that answer what was asked, with the number. */
  readonly line: string
  /** Facts that the answer is based on, each with its record. */
  readonly evidence?: readonly string[]
  /** All of `evidence` is shown: a list was asked for. */
  readonly isList?: boolean
  /** How long the list is, where `evidence` may have less of it, or more than is shown. */
  readonly count?: number
  /** Know-how, when it is asked for. */
  readonly article?: { readonly title: string; readonly steps: readonly string[] | string }
  /** One next step, in lower case. */
  readonly next?: string
  /** Actions that the founder can take with one press. */
  readonly proposals?: readonly Proposal[]
  /** Whole questions to press, where what was asked is not sure. */
  readonly questions?: readonly string[]
  /** A document that is ready: its mark. */
  readonly document?: string
}

/** Answers a query: reads the rows that it needs, computes, and says it. */
export type Answerer = (query: Query, founder: AskingFounder) => Promise<Answer> | Answer

/** Answers to one intent; undefined where what is asked needs another. */
export type Operation = (query: Query, founder: AskingFounder) => Promise<Answer | undefined> | Answer | undefined
export type Operations = Readonly<Partial<Record<Query['intent'], Operation>>>

/** Lines of evidence at most, and of a list. */
export const MAX_EVIDENCE = 3
export const MAX_LISTED = 10

/** An answer as Markdown, without HTML and images. */
export function writeMarkdown(answer: Answer): string {
  const { line, evidence = [], isList, count = 0, article, next, proposals = [], questions = [], document } = answer
  const shown = evidence.slice(0, isList ? MAX_LISTED : MAX_EVIDENCE)
  return [
    line,
    ...(shown.length > 0 ? [bullets(shown)] : []),
    ...(isList && count > shown.length ? [`and ${formatCount(count - shown.length)} more`] : []),
    ...(article
      ? [heading(article.title), typeof article.steps === 'string' ? article.steps : numbered(article.steps)]
      : []),
    ...(next ? [`${heading('Next step:')} ${next}`] : []),
    ...(document ? [document] : []),
    ...(proposals.length > 0 ? [proposals.map(proposalMark).join('\n')] : []),
    ...(questions.length > 0 ? [questions.map((question) => `[[ask:${question}]]`).join('\n')] : []),
  ].join('\n\n')
}
