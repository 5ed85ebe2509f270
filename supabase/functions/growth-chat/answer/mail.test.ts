import { expect, test } from 'vitest'
import { checkIn, id, TODAY } from '../../_shared/founder-context-sample.ts'
import { coachAnswer } from '../coach.ts'
import { founderWith } from '../founder-sample.ts'

const founder = founderWith({
  checkins: [checkIn(1, { wins: 'Workshop in Leeds: 41 owners in the room. Jo helped.' })],
  notes: [
    { id: id(50), date: '2026-01-12', title: 'A sentence that travels', content: '“Tidewell shows owners the quiet months.” Keep it.', category: 'positioning' },
  ],
}) // prettier-ignore

const answerTo = (content: string) => coachAnswer(founder, [{ role: 'user', content }], new Date(`${TODAY}T12:00Z`))

test.each([
  ['Draft a mail to Dr. Hale asking for two introductions', 'Hello Dr. Hale,'],
  ['write a mail to jo about the workshop', 'Hello Jo,'],
  ['Draft an email to the $89 accounts about the two plans', 'Hello all,'],
  ['write a mail to the landlord about the heating', 'Hello [name],'],
])('“%s” greets “%s”', async (asked, greeting) => expect(await answerTo(asked)).toContain(greeting))

test('accounts by their price are whom a mail goes to, and not what is asked of them', async () => {
  const answer = await answerTo('Draft an email to the $89 accounts about the two plans')
  expect(answer).toContain('**Subject: The two plans**')
  expect(answer).not.toContain('Could you the')
})

test('a post has no salutation, and says what is recorded', async () => {
  const answer = await answerTo('write a LinkedIn post about the workshop in Leeds')
  expect(answer).toContain('Workshop in Leeds: 41 owners in the room')
  expect(answer).not.toMatch(/Hello|Best regards|Subject:|my mail/)
})

test('a job ad has the role, what the company does, and places to fill in for the rest', async () => {
  const answer = await answerTo('draft a job ad for a second engineer, four days a week')
  expect(answer).toContain('We are looking for a second engineer.')
  expect(answer).toContain('What we do: Tidewell shows owners the quiet months.')
  expect(answer).toContain('What we offer: Four days a week.')
  expect(answer).toContain('What you will do: [')
})
