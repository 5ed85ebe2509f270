import { expect, test } from 'vitest'
import { messageDraft } from './message-draft.ts'

test.each([
  ['tell the squad that Larkwell signed', 'Larkwell signed.'],
  ['let my squad know i am away until Monday please', 'I am away until Monday.'],
  ['Ask the squad whether we should sell the van', 'Should we sell the van?'],
  ['ask the squad if they know a printer in Leeds', 'Do you know a printer in Leeds?'],
  ['ask the squad if the fair is worth it', 'I would like to know if the fair is worth it.'],
  ['can you ask our squad how much we should charge?', 'How much should we charge?'],
  ['ask the squad what they think about the fee', 'What do you think about the fee?'],
  ['ask the squad to look at our pricing page', 'Could you look at our pricing page?'],
  ['ask the squad for an intro to a lawyer', 'I am looking for an intro to a lawyer. Can you help?'],
  ['write to my squad about the reseller business', 'What do you think about the reseller business?'],
  ['Message the squad: can we talk on Friday?', 'Can we talk on Friday?'],
  ['remind the squad that i need a lawyer', 'I need a lawyer.'],
  ['thank the squad for the introduction', 'Thank you for the introduction.'],
  ['write to the squad', 'Could you help me with …?'],
  ['ask Olga whether she can join on Monday', 'For Olga: Can you join on Monday?'],
  ['tell Olga that the deck is done', 'For Olga: The deck is done.'],
  ['send ana-lucía a thx, ive called 4 of the ten', 'For Ana-Lucía: Thank you! I have called 4 of the ten.'],
  ['drop the squad a thank you for the intro', 'Thank you for the intro.'],
])('%s', (dictated, message) => expect(messageDraft(dictated)?.text).toBe(message))

test.each(['What did the squad tell me about hiring?', 'Has the squad answered?', 'How many messages did we send?'])(
  'asks for no message: %s',
  (dictated) => expect(messageDraft(dictated)).toBeUndefined(),
)

test('an answer is sent on: what it quotes', () => {
  const answer = 'The note “Pricing” [[note:1]] of Nov 19, 2026: “Show the price per seat first”.\n\n- Another note.'
  expect(messageDraft('send that to product as a msg, but shorter', answer)?.text).toBe(
    'For Product: Pricing: Show the price per seat first.',
  )
})
