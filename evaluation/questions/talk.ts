import { cannot, leads, says } from '../facts.ts'
import { collect } from './asked.ts'

const gaveUp = says('that it cannot answer', /\bcannot answer that\b/)

export const talkQuestions = () =>
  collect('talk', (of) => {
    const ask = of('growing')
    ask(['hi', 'hello there', 'good morning!', 'hey, how are you?'], [says('a greeting', /\b(?:hi|hello|hey|good (?:morning|day)|welcome|i'm|ask|ready|fine|well)\b/)], [gaveUp])
    ask(['thanks!', 'thx, that helps', 'great, thank you so much'], [says('that they are welcome', /\b(?:welcome|glad|any ?time|pleasure|good luck|happy|gladly|sure|my job)\b/)], [gaveUp])
    ask(['who are you', 'are you a human?', 'what are you exactly'], [says('what it is', /\b(?:co-?founder|coach|assistant|software|program|ai|model|not a (?:human|person))\b/)], [gaveUp])
    ask(['what can you do', 'what can i ask you?', 'help'], [says('what it knows', /\b(?:runway|goals?|records|check-ins?)\b/)], [gaveUp])
    of('new')(['hi!', 'yo'], [says('a greeting', /\b(?:hi|hello|hey|welcome|ask|ready)\b/)], [gaveUp])
    of('trouble')(['i am so tired', 'i want to give up', "i can't sleep because of the company"], [says('some care', /\b(?:sorry|hard|tough|rest|sleep|break|normal|talk|alone|help|call|mood|week|small|one thing|energy|tired)\b/)], [gaveUp, leads(says('not recorded', /not recorded/))])
  }) // prettier-ignore

export const beyondQuestions = () =>
  collect('beyond it', (of) => {
    of('growing')(
      [
        'book me a flight to berlin', 'whats the weather tomorrow', 'send an email to marguerite', 'order a pizza',
        'what is the stock price of apple', 'who won the world cup', 'delete my goal about the pricing page',
        'write a python script that scrapes linkedin', 'remind me tomorrow at nine',
      ],
      [cannot],
    )
    of('trouble')(['wire $500 to my landlord', 'call mossgate for me'], [cannot])
    of('years')(['what is the tide in rotterdam today'], [cannot])
    of('hostile')(['post this on twitter for me'], [cannot])
  }) // prettier-ignore
