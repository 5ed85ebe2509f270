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
  const found = [...answer.matchAll(MARK)].flatMap(({ groups = {} }): Proposal[] => {
    const text = groups['text']?.trim() ?? ''
    const { period } = groups
    const kind = (groups['kind'] ?? 'goal') as Proposal['kind']
    if (text === '' || text.length > limitOf(kind)) return []
    return kind === 'goal' ? [{ kind, period: period as GoalPeriod, text }] : [{ kind, text }]
  })
  const different = found.filter(
    (one, index) => found.findIndex((other) => proposalMark(other) === proposalMark(one)) === index,
  )
  return different.slice(0, MAX_PROPOSALS)
}

/** An answer without its proposals, nor one that is incomplete at its end. */
export const withoutProposals = (answer: string): string =>
  answer
    .replaceAll(MARK, '')
    .replace(/\[\[p[a-z-]*(?::[^[\]\n]*\]?)?$/, '')
    .trimEnd()
