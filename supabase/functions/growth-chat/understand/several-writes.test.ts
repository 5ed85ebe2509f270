import { expect, test } from 'vitest'
import { writePartsOf } from './several-writes.ts'

test.each([
  [
    "add a goal: ship pricing page. and log a decision: no more ads because they cost more than they bring, and mark 'call ten dentists' as done",
    [
      ['write.goal', 'add a goal: ship pricing page'],
      ['write.decision', 'log a decision: no more ads because they cost more than they bring'],
      ['write.done', "mark 'call ten dentists' as done"],
    ],
  ],
  [
    'tick off the invoice export and put "Send Bexhill the rota" on this week\'s list pls',
    [
      ['write.done', 'tick off the invoice export'],
      ['write.goal', 'put "Send Bexhill the rota" on this week\'s list pls'],
    ],
  ],
  [
    'Log my check-in: mood 4, wins: two demos. Then book a call about pricing, and tell the squad we signed Tindall',
    [
      ['write.check-in', 'Log my check-in: mood 4, wins: two demos'],
      ['write.call', 'book a call about pricing'],
      ['write.message', 'tell the squad we signed Tindall'],
    ],
  ],
  [
    'pls add a monthly goal, insulate the kitchen. also which open one is the oldest',
    [
      ['write.goal', 'pls add a monthly goal, insulate the kitchen'],
      [undefined, 'which open one is the oldest'],
    ],
  ],
  [
    'set two weekly goals: call Bexhill and ship the widget',
    [
      ['write.goal', 'set two weekly goal: call Bexhill'],
      ['write.goal', 'set two weekly goal: ship the widget'],
    ],
  ],
])('the parts of “%s”', (text, parts) => {
  expect(writePartsOf(text).map(({ intent, text: part }) => [intent, part])).toEqual(parts)
})

test.each([
  'add a goal: call the bank and tell the squad about it',
  'log a decision: we stop ads. why: too expensive. review in march',
  'add a goal: “ship it. and log a decision: none”',
  'how many goals are open, and which is the oldest?',
  'tell the squad that we stop ads, and ask them for help',
  'just spoke to the fifth oat mill! tick it off',
  'log it: we stop cold mail, reason no sales. check again end of jan',
  'tell the squad: two clinics signed. add them to the list',
  'firmware 11 is finished and the vans sold too',
])('“%s” is one thing', (text) => expect(writePartsOf(text)).toEqual([]))
