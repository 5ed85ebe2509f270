import { calendarOf } from '../calendar.ts'
import { says, type Question } from '../facts.ts'
import type { Cohort } from '../founders/cohort.ts'
import type { FounderKey } from '../founders/founder.ts'
import { adviceQuestions } from './advice.ts'
import { checkInQuestions } from './check-ins.ts'
import { decisionQuestions } from './decisions.ts'
import { followUpQuestions } from './follow-ups.ts'
import { goalQuestions } from './goals.ts'
import { languageQuestions } from './languages.ts'
import { notRecordedQuestions } from './not-recorded.ts'
import { outsideQuestions } from './outside.ts'
import { runwayQuestions } from './runway.ts'
import { safetyQuestions } from './safety.ts'
import { squadQuestions } from './squad.ts'
import { sumQuestions } from './sums-and-days.ts'
import { talkQuestions } from './talk.ts'
import { tractionQuestions } from './traction.ts'
import { writingQuestions } from './writing.ts'

/** All questions that are known before the server is asked for its suggestions. */
export function questionsOf(cohort: Cohort): readonly Question[] {
  const asked = { ...cohort, ...calendarOf(cohort.today) }
  return [
    goalQuestions, checkInQuestions, runwayQuestions, tractionQuestions, decisionQuestions, squadQuestions, adviceQuestions,
    writingQuestions, followUpQuestions, notRecordedQuestions, outsideQuestions, talkQuestions, safetyQuestions,
    languageQuestions, sumQuestions,
  ].flatMap((of) => of(asked)) // prettier-ignore
}

const evasive = says(
  'that it cannot answer',
  /\b(?:i (?:can't|cannot|couldn't|do not|don't) (?:answer|help|understand|know)|rephrase|not sure what you mean|could you (?:clarify|specify)|what do you mean)\b/,
)
const substantial = says('at least fifteen words', /(?:\S+\s+){14}\S+/)

/** A question that the screen suggests has an answer. */
export const suggestedQuestion = (founder: FounderKey, ask: string): Question => ({
  founder,
  ask,
  kind: 'suggested',
  must: [substantial],
  mustNot: [evasive],
})
