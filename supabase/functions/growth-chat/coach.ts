import type { ChatMessage } from '../../../domain/growth-chat.ts'
import { careAnswer } from './care/care-answer.ts'
import { careIn } from './care/care.ts'
import { MAX_EVIDENCE, MAX_LISTED, type Answer, type Answerer } from './coach/answer.ts'
import { answerAdvice, SIGN_IN, WITHOUT_ACCOUNT } from './coach/answers/advice.ts'
import { answerAside, answerCalculation } from './coach/answers/asides.ts'
import { answerCheckIns } from './coach/answers/check-ins.ts'
import { answerCalls, answerNotes, answerSquad } from './coach/answers/conversations.ts'
import { answerDecisions } from './coach/answers/decisions.ts'
import { answerDraft } from './coach/answers/draft.ts'
import { answerFound } from './coach/answers/found.ts'
import { answerDefinition } from './coach/answers/definitions.ts'
import { answerGoals } from './coach/answers/goals.ts'
import { answerChange, answerToday, answerUnknown } from './coach/answers/overview.ts'
import { answerReason } from './coach/answers/reasons.ts'
import { answerRunway } from './coach/answers/runway.ts'
import { answerTraction } from './coach/answers/traction.ts'
import { accountedFor, answerWritten } from './coach/answers/unaccounted.ts'
import { answerUnrecorded } from './coach/answers/unrecorded.ts'
import type { AskingFounder } from './coach/founder.ts'
import { nameOf } from './coach/text.ts'
import { topics } from './coach/topics.ts'
import type { Subject } from './coach/understand/subjects.ts'
import { termsOf } from './coach/understand/terms.ts'
import { understand, type Question } from './coach/understand/understand.ts'
import { writeMarkdown } from './coach/write.ts'

const answerers: Readonly<Record<Subject, Answerer>> = {
  runway: answerRunway,
  traction: answerTraction,
  goals: answerGoals,
  'check-ins': answerCheckIns,
  decisions: answerDecisions,
  notes: answerNotes,
  squad: answerSquad,
  calls: answerCalls,
  change: answerChange,
  today: answerToday,
}

/**
 * An answer without a model: what was asked in the first line, at most three records that it is based on, one next step;
 * know-how when it is asked for. A person in distress gets no figure. Understands the question, fetches what the context lacks, computes, and writes Markdown
 * without HTML and images.
 * @param founder undefined for a caller without an account, who gets know-how alone
 * @throws {Error} when a query fails
 */
export async function coachAnswer(
  founder: AskingFounder | undefined,
  messages: readonly ChatMessage[],
): Promise<string> {
  const care = careIn(messages.at(-1)?.content ?? '')
  if (care) return careAnswer(care, founder?.context)
  const question = understand(messages, founder?.context)
  const answer = founder ? await answerOf(question, founder) : withoutAccount(question)
  const limit = ASKS_FOR_ALL.test(question.text) ? MAX_LISTED : MAX_EVIDENCE
  return writeMarkdown(question.language ? inTheirLanguage(answer, question) : answer, limit)
}

/** "Which ones?" wants each, where otherwise three are enough. */
const ASKS_FOR_ALL = /^(?:and )?which ones?\b|^(?:list|name|show) (?:me )?(?:them|those|these|all)\b|\ball of them\b/

const ASKS_FOR_STORY = /\b(?:thing|story|issue|problem|trouble) (?:with|about)\b|^why\b/

async function answerOf(question: Question, founder: AskingFounder): Promise<Answer> {
  const { context } = founder
  const { calculation, draft, aside, unrecorded, subject, topic, aspect } = question
  if (calculation) return answerCalculation(calculation)
  if (draft !== undefined) return answerDraft(draft)
  if (aside) return answerAside(question, aside, nameOf(context.firstName), context.today)
  if (question.recalled) return { line: question.recalled, evidence: [] }
  const definition = answerDefinition(question.text)
  if (definition) return definition
  const reason = aspect === 'reason' ? await answerReason(question, founder) : undefined
  if (reason) return reason
  if (topic && aspect !== 'facts') return answerAdvice(topic, question, context)
  if (unrecorded) {
    // "What was the thing with the invoices?" asks for what is written, and for no figure.
    const found = ASKS_FOR_STORY.test(question.text) ? await answerFound(question, founder) : undefined
    return found ?? answerUnrecorded(question, founder)
  }
  if (subject) return accountedFor(question, await answerers[subject](question, founder), founder)
  // A topic that one weak word suggests is less than a record that has the words.
  const isOfFigure = /^how (?:many|much)\b/.test(question.text)
  if (isOfFigure && !topic) return (await answerWritten(question, founder)) ?? answerUnrecorded(question, founder)
  const found = await answerFound(question, founder)
  if (found) return found
  if (isOfFigure && termsOf(question.text).length > 0) return answerUnrecorded(question, founder)
  return topic ? answerAdvice(topic, question, context) : answerUnknown(question, founder)
}

function withoutAccount(question: Question): Answer {
  const { calculation, topic } = question
  if (calculation) return answerCalculation(calculation)
  const definition = answerDefinition(question.text)
  if (definition) return definition
  if (topic) return answerAdvice(topic, question, undefined)
  return {
    line: `${WITHOUT_ACCOUNT} It has nothing on that.`,
    evidence: [`You can ask me about ${topics.map(({ name }) => name).join(', ')}.`],
    next: SIGN_IN,
  }
}

const inTheirLanguage = (answer: Answer, { language }: Question): Answer => ({
  ...answer,
  line: `${answer.line} (I understand a little ${language?.name}, but I only speak English.)`,
})
