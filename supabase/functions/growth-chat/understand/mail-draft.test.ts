import { expect, test } from 'vitest'
import { mailDraft } from './mail-draft.ts'

type Row = readonly [dictated: string, recipient: string | undefined, subject: string, body: string]

test.each<Row>([
  ['draft a mail to mossgate, firm but not rude. half now and they get the 4% off', 'mossgate', 'Half now', 'Could you pay half now? You get the 4% off.'],
  ['write the label a polite goodbye, were leaving', 'the label', 'Goodbye', 'I am writing to say goodbye. We are leaving.'],
  ['short mail to an oat mill asking for 20 min of their time, im shy so make it easy to say yes', 'an oat mill', '20 min of your time', 'Could I ask you for 20 min of your time?'],
  ['write me a 4 line mail to an oat mill asking for 15 minutes', 'an oat mill', '15 minutes', 'Could I ask you for 15 minutes?'],
  ['letter to the bridge investors asking if they are still in, 4 lines', 'the bridge investors', 'You are still in', 'Are you still in?'],
  ['mail to our biggest clinic offering a yearly deal, friendly', 'our biggest clinic', 'A yearly deal', 'I would like to offer you a yearly deal.'],
  ['a mail to the brewery saying no to the discount', 'the brewery', 'No to the discount', 'I have to say no to the discount.'],
  ["email to the landlord, we can't pay before the 10th", 'the landlord', "We can't pay before the 10th", "We can't pay before the 10th."],
  ['write to the bank asking them to extend the loan', 'the bank', 'Extend the loan', 'Could you extend the loan?'],
  ['mail mossgate that they pay half this week, firm', 'mossgate', 'Pay half this week', 'Could you pay half this week?'],
  ['thank the brewery for the third order', 'the brewery', 'The third order', 'Thank you for the third order.'],
  ['ask the printer if he can deliver by monday', 'the printer', 'You can deliver by Monday', 'Can you deliver by Monday?'],
  ['a polite reminder email for an unpaid invoice', undefined, 'An unpaid invoice', 'This is a reminder about an unpaid invoice.'],
  ['write an email', undefined, '…', ''],
])('%s', (dictated, recipient, subject, body) => {
  expect(mailDraft(dictated)).toMatchObject({ recipient, subject, body })
}) // prettier-ignore

test('it is changed by what is said next', () => {
  const mail = 'mail to the bank: we need a loan, we pay it back in june, rates are low'
  expect(mailDraft(mail, ['shorter']).body).toBe('We need a loan. We pay it back in June.')
  expect(mailDraft(mail, ['shorter, and add that we have two new customers']).body).toBe(
    'We need a loan. We pay it back in June. We have two new customers.',
  )
})
