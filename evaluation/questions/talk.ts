import { leads, says } from '../facts.ts'
import { questions } from './asked.ts'
import { anything, gaveUp } from './expected.ts'

// prettier-ignore
export const talkQuestions = () =>
  questions('talk', {
    growing: [
      [['hi', 'hello there', 'good morning!', 'hey, how are you?'], says('a greeting', /\b(?:hi|hello|hey|good (?:morning|day)|welcome|i'm|ask|ready|fine|well)\b/), gaveUp],
      [['thanks!', 'thx, that helps', 'great, thank you so much'], says('that they are welcome', /\b(?:welcome|glad|any ?time|pleasure|good luck|happy|gladly|sure|my job)\b/), gaveUp],
      [['who are you', 'are you a human?', 'what are you exactly'], says('what it is', /\b(?:co-?founder|coach|assistant|software|program|ai|model|not a (?:human|person))\b/), gaveUp],
      [['what can you do', 'what can i ask you?', 'help'], says('what it knows', /\b(?:runway|goals?|records|check-ins?)\b/), gaveUp],
      [['ok', 'cool, got it', 'you there?', 'good night', 'morning!', 'lol', 'thanks that helped a lot', 'who built you', 'good morning', 'nice one', 'ty!', 'not bad', 'hey coach', 'alright thanks', 'hmm', 'that was wrong'], anything, gaveUp],
    ],
    trouble: [
      [['i am so tired', 'i want to give up', "i can't sleep because of the company"], says('some care', /\b(?:sorry|hard|tough|rest|sleep|break|normal|talk|alone|help|call|mood|week|small|one thing|energy|tired)\b/), [gaveUp, leads(says('not recorded', /not recorded/))]],
      ['everything is falling apart', says('some care', /\b(?:sorry|hard|tough|rest|break|normal|talk|alone|help|small|one thing|energy|tired)\b/), gaveUp],
    ],
    new: [
      [['hi!', 'yo'], says('a greeting', /\b(?:hi|hello|hey|welcome|ask|ready)\b/), gaveUp],
    ],
  })
