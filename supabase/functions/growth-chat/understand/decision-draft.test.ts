import { expect, test } from 'vitest'
import { dayAhead, decisionDraft } from './decision-draft.ts'

const TODAY = '2026-11-27'
const draft = (dictated: string) =>
  decisionDraft(dictated, (text) => text.replace(/^(?:log it|write down): /i, ''), TODAY)

test.each([
  ['log it: we stop cold mail on dec 1, reason 4 of 1825 mails. check again end of jan', 'We stop cold mail on dec 1', '4 of 1825 mails', '2027-01-31'],
  ['Write down: we keep the shop. Reason, 8 contracts out of only 294 messages. Review 1 March.', 'We keep the shop', '8 contracts out of only 294 messages', '2027-03-01'],
  ['no discounts anymore. reason: margins', 'No discounts anymore', 'Margins', undefined],
  ['review in may. we leave Lisbon because rent doubled', 'We leave Lisbon', 'Rent doubled', '2027-05-01'],
  ['we decided to hire, bc we can check prices daily', 'Hire', 'We can check prices daily', undefined],
  ['no fair this spring, log it as a decision pls', 'No fair this spring', '', undefined],
])('%s', (dictated, title, reason, reviewOn) => {
  expect(draft(dictated)).toEqual({ title, reason, reviewOn })
}) // prettier-ignore

test.each([
  ['end of jan', '2027-01-31'],
  ['mid march', '2027-03-15'],
  ['dec 15', '2026-12-15'],
  ['q2', '2027-04-01'],
  ['next quarter', '2027-01-01'],
  ['3 months', '2027-02-27'],
  ['in six weeks', '2027-01-08'],
  ['prices daily', undefined],
  ['2031-01-01', undefined],
])('the day of “%s”', (said, day) => expect(dayAhead(said, TODAY)).toBe(day))
