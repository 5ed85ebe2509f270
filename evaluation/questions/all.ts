import { says, type Question } from '../facts.ts'
import type { Cohort } from '../founders/cohort.ts'
import type { FounderKey } from '../founders/founder.ts'
import { adviceQuestions } from './advice.ts'
import { checkInQuestions } from './check-ins.ts'
import { decisionQuestions } from './decisions.ts'
import { eighthQuestions } from './eighth.ts'
import { fifthQuestions } from './fifth.ts'
import { followUpQuestions } from './follow-ups.ts'
import { fourthQuestions } from './fourth.ts'
import { goalQuestions } from './goals.ts'
import { languageQuestions } from './languages.ts'
import { ninthQuestions } from './ninth.ts'
import { notRecordedQuestions } from './not-recorded.ts'
import { runwayQuestions } from './runway.ts'
import { safetyQuestions } from './safety.ts'
import { secondQuestions } from './second.ts'
import { squadQuestions } from './squad.ts'
import { sixthQuestions } from './sixth.ts'
import { seventhQuestions } from './seventh.ts'
import { sumQuestions } from './sums-and-days.ts'
import { beyondQuestions, talkQuestions } from './talk.ts'
import { thirdQuestions } from './third.ts'
import { tractionQuestions } from './traction.ts'
import { unseenQuestions } from './unseen.ts'

/** All questions that are known before the server is asked for its suggestions. */
export const questionsOf = (cohort: Cohort): readonly Question[] =>
  [
    goalQuestions, checkInQuestions, runwayQuestions, tractionQuestions, decisionQuestions, squadQuestions, notRecordedQuestions,
    followUpQuestions, languageQuestions, sumQuestions, safetyQuestions, talkQuestions, beyondQuestions, adviceQuestions,
    secondQuestions, thirdQuestions, fourthQuestions, fifthQuestions, sixthQuestions, seventhQuestions, eighthQuestions, ninthQuestions, unseenQuestions,
  ].flatMap((of) => of(cohort)) // prettier-ignore

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
