import { GOAL_PERIODS, type GoalPeriod } from './goals.ts'
import { truncate } from './truncate.ts'

/** What an answer proposes to do: it is filled in, edited and confirmed by the founder. */
export type Proposal =
  | { readonly kind: 'goal'; readonly period: GoalPeriod; readonly text: string }
  | { readonly kind: 'decision'; readonly text: string }
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'call'; readonly text: string }

/** Proposals of one answer that are shown. */
export const MAX_PROPOSALS = 3

/** Characters of a proposal's text: a title and a goal hold as many. */
const TEXT_LIMIT = 200

/** Characters of a proposed message, which may be all that a founder has dictated. */
const MESSAGE_LIMIT = 1000

const limitOf = (kind: Proposal['kind']): number => (kind === 'message' ? MESSAGE_LIMIT : TEXT_LIMIT)

/**
 * A proposal as an answer writes it, on a line of its own: `[[propose-goal:weekly:Ten demos]]`,
 * `[[propose-message:Could we talk about prices?]]`.
 */
export function proposalMark(proposal: Proposal): string {
  const line = proposal.text.replaceAll('[', '(').replaceAll(']', ')').replaceAll(/\s+/g, ' ').trim()
  const text = truncate(line, limitOf(proposal.kind))
  return proposal.kind === 'goal'
    ? `[[propose-goal:${proposal.period}:${text}]]`
    : `[[propose-${proposal.kind}:${text}]]`
}

const periods = GOAL_PERIODS.map(({ id }) => id).join('|')
const MARK = new RegExp(
  String.raw`\[\[propose-(?:goal:(?<period>${periods})|(?<kind>decision|message|call)):(?<text>[^[\]\n]{1,${MESSAGE_LIMIT}})\]\][ \t]*\n?`,
  'g',
)

/** The proposals of an answer, in order and each once, at most `MAX_PROPOSALS`. */
export function proposalsIn(answer: string): Proposal[] {
  const found = [...answer.matchAll(MARK)].flatMap(({ groups = {} }) => proposalOf(groups) ?? [])
  const different = found.filter(
    (one, index) => found.findIndex((other) => proposalMark(other) === proposalMark(one)) === index,
  )
  return different.slice(0, MAX_PROPOSALS)
}

function proposalOf({ period, kind = 'goal', text = '' }: Record<string, string | undefined>): Proposal | undefined {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > limitOf(kind as Proposal['kind'])) return undefined
  return kind === 'goal'
    ? { kind, period: period as GoalPeriod, text: trimmed }
    : { kind: kind as Exclude<Proposal['kind'], 'goal'>, text: trimmed }
}

/** An answer without its proposals, nor one that is incomplete at its end. A mark that is none stays as text. */
export const withoutProposals = (answer: string): string =>
  answer
    .replaceAll(MARK, (mark, ...match) => (proposalOf(match.at(-1) as Record<string, string | undefined>) ? '' : mark))
    .replace(/\[\[p[a-z-]*(?::[^[\]\n]*\]?)?$/, '')
    .trimEnd()
