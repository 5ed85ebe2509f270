import { expect, test } from 'vitest'
import { draftIn } from './draft.ts'

test.each([
  ['Draft a message to the squad asking for an intro to a fintech lawyer', 'I am looking for an intro to a fintech lawyer. Can you help?'],
  ['draft a message asking for feedback on my deck', 'I am looking for feedback on my deck. Can you help?'],
  ['tell the squad that Larkwell signed', 'Larkwell signed.'],
  ['let my squad know i am away until Monday please', 'I am away until Monday.'],
  ['Ask the squad whether we should sell the van', 'Should we sell the van?'],
  ['ask the squad if they know a printer in Leeds', 'Do you know a printer in Leeds?'],
  ['ask the squad if the fair is worth it', 'I would like to know if the fair is worth it.'],
  ['can you ask our squad how much we should charge?', 'How much should we charge?'],
  ['ask the squad what they think about the fee', 'What do you think about the fee?'],
  ['ask the squad to look at our pricing page', 'Could you look at our pricing page?'],
  ['write to my squad about the reseller business', 'What do you think about the reseller business?'],
  ['pls write smth to the squad, i need help finding beta users', 'I need help finding beta users.'],
  ['Message the squad: can we talk on Friday?', 'Can we talk on Friday?'],
  ['send a note to the squad saying that “Acme” pays late', '“Acme” pays late.'],
  ['thank the squad for the introduction', 'Thank you for the introduction.'],
  ['update the squad on the hire', 'An update on the hire: …'],
  ['write to the squad', 'Could you help me with …?'],
  ['ask the strategy lead whether we should raise', 'For strategy lead: Should we raise?'],
  ['tell Olga that the deck is done', 'For Olga: The deck is done.'],
])('%s', (asked, message) => expect(draftIn(asked, ['Olga'])).toBe(message)) // prettier-ignore

test.each([
  'What did the squad tell me about hiring?',
  'tell me what the squad said',
  'What should I ask the squad?',
  'Has the squad answered?',
  'write a message to my landlord',
  'ask squadrons whether it works',
  'How many messages did we send?',
])('asks for no message to the squad: %s', (asked) => expect(draftIn(asked, [])).toBeUndefined())
