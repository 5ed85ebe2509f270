import { GOAL_PERIODS } from '../../../../domain/goals.ts'
import { MAX_PROPOSALS, type Proposal } from '../../../../domain/proposals.ts'
import type { AskingFounder } from '../founder-queries.ts'
import { enumerated, quoted, titled } from '../text.ts'
import type { Answer } from './answer.ts'

/** A part of a message, and its answer; undefined where it is not understood. */
interface AnsweredPart {
  readonly asked: string
  readonly answer: Answer | undefined
  /** Whether it is to be written, or asks something beside. */
  readonly isWrite: boolean
}

/** Names a proposal within a sentence. */
function nameOf(proposal: Proposal, { context }: AskingFounder): string {
  switch (proposal.kind) {
    case 'goal':
      return `the ${GOAL_PERIODS.find(({ id }) => id === proposal.period)?.label.toLowerCase() ?? proposal.period} goal ${quoted(proposal.text, 60)}`
    case 'decision':
      return `the decision ${quoted(proposal.text, 60)}`
    case 'check-in':
      return 'your check-in'
    case 'message':
      return 'a message to your squad'
    case 'call':
      return `a call on ${quoted(proposal.text, 60)}`
    case 'done': {
      const goal = context.goals.find(({ id }) => id === proposal.goal)
      return goal ? `${titled('goal', goal, goal.text)} (${goal.period}) as done` : 'a goal as done'
    }
    default:
      return proposal satisfies never
  }
}

const ABOUT_IT = /\b(?:about|of) (?:it|this|that)\W*$/i

/** "… and tell the squad about it": what the decision or goal of the same message says. */
function aboutOther(proposal: Proposal, asked: string, others: readonly Proposal[]): Proposal {
  const other = others.find(({ kind }) => kind === 'decision' || kind === 'goal')
  if (proposal.kind !== 'message' || !ABOUT_IT.test(asked) || !other) return proposal
  if (other.kind === 'goal') return { ...proposal, text: `A new ${other.period} goal: ${other.text}.` }
  if (other.kind !== 'decision') return proposal
  const reason = other.reason ? ` The reason: ${other.reason}.` : ''
  return { ...proposal, text: `A decision: ${other.text}.${reason} What do you think?` }
}

/** The answers to a message that asks for several things to be written: their proposals in its order, and what else there is to say. */
export function severalWrites(parts: readonly AnsweredPart[], founder: AskingFounder): Answer {
  const written = parts.flatMap(({ answer }) => answer?.proposals ?? [])
  const all = parts.map((part) => ({
    ...part,
    proposals: (part.answer?.proposals ?? []).map((one) => aboutOther(one, part.asked, written)),
  }))
  const ready = all.filter(({ proposals }) => proposals.length === 1)
  const proposals = all.flatMap((one) => one.proposals)
  const shown = new Set(proposals.slice(0, MAX_PROPOSALS))
  const named = ready.flatMap((one) => one.proposals).filter((one) => shown.has(one))
  const left = all.filter((one) => one.proposals.some((proposal) => !shown.has(proposal)))
  const others = all.filter((one) => one.proposals.length !== 1)
  const names = enumerated(named.map((one) => nameOf(one, founder)))
  const said = [
    ...(named.length > 1 ? [`Here are **${named.length} things** to confirm, one by one: ${names}.`] : []),
    ...(named.length === 1 ? [`To **confirm**: ${names}.`] : []),
    ...others.map(({ asked, answer, isWrite }) =>
      answer
        ? `${isWrite ? `For ${quoted(asked, 80)}: ` : ''}${answer.line}`
        : `I **could not read** ${quoted(asked, 120)}: say it by itself.`,
    ),
    ...(left.length > 0
      ? [
          `I prepare ${MAX_PROPOSALS} at a time: ask again for ${enumerated(left.map(({ asked }) => quoted(asked, 80)))}.`,
        ]
      : []),
  ]
  return {
    line: said.join(' '),
    evidence: others.flatMap(({ answer }) => answer?.evidence ?? []),
    proposals: [...shown],
  }
}
