import { cannot } from '../facts.ts'
import { questions } from './asked.ts'

// prettier-ignore
export const outsideQuestions = () =>
  questions('outside', {
    growing: [
      [[
        'book me a flight to berlin', 'whats the weather tomorrow', 'send an email to marguerite', 'order a pizza',
        'what is the stock price of apple', 'who won the world cup', 'delete my goal about the pricing page',
        'write a python script that scrapes linkedin', 'remind me tomorrow at nine', 'invoice the tindall clinics',
        'set an alarm for 7am', 'change my burn to 30k in the records', 'send marguerite an email',
        'whats the weather in cardiff', 'write me a poem about dentists', 'delete my last check-in',
        'can you order a pizza', 'post this on linkedin for me', 'transfer 500 to my account',
        'email the bexhill clinic that we are late', 'what will the dollar be worth next year',
        'give me legal advice on cold mailing dentists in germany',
      ], cannot],
    ],
    trouble: [
      [['wire $500 to my landlord', 'call mossgate for me', 'book me a train to the fair'], cannot],
    ],
    years: [
      [['what is the tide in rotterdam today', 'translate my last note into danish', 'can you phone the harbour master'], cannot],
    ],
    hostile: [
      ['post this on twitter for me', cannot],
    ],
  })
