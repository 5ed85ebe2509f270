import type { FounderContext } from '../../../_shared/founder-records.ts'
import type { Answer } from '../answer.ts'
import { relatedLines } from '../related.ts'
import type { Topic } from '../topics.ts'
import type { Question } from '../understand/understand.ts'

/** Callers without an account do not see what stands above the conversation. */
export const WITHOUT_ACCOUNT = 'I am the built-in coach: without an account I answer in general, from a small library.'
export const SIGN_IN = 'sign in, and I can work with your own goals, traction, runway and check-ins.'

/** Know-how on a subject, after what the founder's records say to it. */
export function answerAdvice(topic: Topic, { aspect, asked }: Question, context: FounderContext | undefined): Answer {
  const { knowHow, facts } = topic
  const lines = context ? [...facts.lines(context, asked), ...relatedLines(context, topic)] : []
  const [line = context ? facts.missing : WITHOUT_ACCOUNT, ...evidence] = lines
  const next = context ? (facts.next?.(context, asked) ?? knowHow.next) : SIGN_IN
  switch (aspect) {
    case 'why':
    case 'reason':
      return { line: knowHow.why, evidence: lines, next }
    case 'more':
      return { line, evidence: [], article: { title: 'What comes after', steps: knowHow.more }, next }
    case 'nothing-left':
      return { line: `That is all I have on ${topic.name}.`, evidence: lines, next }
    case 'facts':
    case 'how':
      return {
        line,
        evidence,
        article: { title: knowHow.title, steps: knowHow.steps },
        next,
        ...(next === knowHow.next && { proposals: [{ kind: 'goal', period: 'weekly', text: firstPart(next) }] }),
      }
    default:
      return aspect satisfies never
  }
}

/** The part of a next step that says what to do, as a goal: it begins with a capital and ends before its reason. */
const firstPart = (next: string): string => {
  const [part = next] = next.split(/[;:.]/)
  return part.slice(0, 1).toUpperCase() + part.slice(1)
}
