import type { ChatMessage } from '../../../domain/growth-chat.ts'
import type { FounderContext } from '../_shared/founder-records.ts'
import { nextOf, overviewOf } from './coach/overview.ts'
import { readQuestion, type Question } from './coach/question.ts'
import { relatedLines } from './coach/related.ts'
import { bullets, heading, numbered } from './coach/text.ts'
import { topics, type Topic } from './coach/topics.ts'

const INTRODUCTION =
  'I am the built-in coach: no AI model is connected, so I answer by arithmetic and from a small library.'
const WITHOUT_ACCOUNT = 'I am the built-in coach: without an account I answer in general, from a small library.'
const NOTHING_PREPARED = 'I have nothing prepared on that.'
const SIGN_IN = 'sign in, and I can work with your own goals, traction, runway and check-ins.'

/**
 * An answer without a model: the founder's own numbers with calculations, and know-how on the subject. Markdown without
 * HTML and images; the same for the same records and messages.
 * @param context undefined for a caller without an account
 */
export function coachAnswer(
  context: FounderContext | undefined,
  messages: readonly ChatMessage[],
  hasModel = false,
): string {
  const question = readQuestion(messages)
  const body = question.topic ? answerOn(question.topic, question, context) : answerOnAll(context)
  const opening = hasModel && !context ? WITHOUT_ACCOUNT : openingOf(context, messages)
  return [opening, ...body].join('\n\n')
}

function openingOf(context: FounderContext | undefined, messages: readonly ChatMessage[]): string {
  const isFirst = messages.every(({ role }) => role === 'user')
  // A name is the founder's own text, so it is escaped.
  const name = context?.firstName.replace(/[^\p{L}\p{M}\p{N} .’'-]/gu, '').trim()
  return isFirst && name ? `Hello ${name}. ${INTRODUCTION}` : INTRODUCTION
}

function answerOn(topic: Topic, { facet, text }: Question, context: FounderContext | undefined): string[] {
  const { knowHow, facts } = topic
  const next = nextStep(context ? (facts.next?.(context, text) ?? knowHow.next) : SIGN_IN)
  switch (facet) {
    case 'whole':
      return [...factsOn(topic, text, context), heading(knowHow.title), numbered(knowHow.steps), next]
    case 'why':
      return [heading('The reasoning'), knowHow.why, next]
    case 'more':
      return [heading('What comes after'), numbered(knowHow.more), next]
    case 'nothing-left':
      return [`That is all I have on ${topic.name}.`, askAbout(topic), next]
    default:
      return facet satisfies never
  }
}

function factsOn(topic: Topic, text: string, context: FounderContext | undefined): string[] {
  if (!context) return []
  const lines = [...topic.facts.lines(context, text), ...relatedLines(context, topic)]
  return [heading(topic.facts.title), lines.length > 0 ? bullets(lines) : topic.facts.missing]
}

/** For an unknown subject: where the founder stands, and the subjects available. */
function answerOnAll(context: FounderContext | undefined): string[] {
  if (!context) return [NOTHING_PREPARED, askAbout(), nextStep(SIGN_IN)]
  const lines = overviewOf(context)
  const known =
    lines.length > 0
      ? [heading('Where you stand'), bullets(lines)]
      : ['There is nothing in your records yet. Add this week’s goals and complete a check-in on the Command Board.']
  return [NOTHING_PREPARED, ...known, askAbout(), nextStep(nextOf(context))]
}

const nextStep = (step: string): string => `${heading('Next step:')} ${step}`

const askAbout = (but?: Topic): string =>
  `You can ask me about ${topics
    .filter((topic) => topic !== but)
    .map(({ name }) => name)
    .join(', ')}.`
