import { expect, test } from 'vitest'
import { decision, id, loop, runway, TODAY } from '../../_shared/founder-context-sample.ts'
import { coachAnswer } from '../coach.ts'
import { founderWith } from '../founder-sample.ts'

const NOTE = 'Walk with Priya, Tuesday. She would pay more for the group view than for the forecast.'
const founder = founderWith(
  {
    ...runway(286_400, 14_830, 31_200),
    loops: [
      loop(1, { name: 'Workshops', conversions: 19, demos: 46, messages: 212 }),
      loop(2, { name: 'Case study', conversions: 2, demos: 4, messages: 72 }),
      loop(3, { name: 'Cold mail', status: 'paused', conversions: 4, demos: 15, messages: 640 }),
    ],
    decisions: [
      decision(1, { title: 'Two plans: Forecast and Essentials', date: '2026-03-04' }),
      decision(2, { title: 'Raise the price to $149', date: '2026-02-10' }),
      decision(3, { title: 'Leave the veterinary practices for later', reason: 'We would need a seed of new words' }),
    ],
    notes: [
      { id: id(51), date: '2026-02-02', title: 'Talk with Priya', content: 'Priya leads a group of practices.', category: 'growth' },
    ],
  },
  {
    categories: { [id(1)]: 'Pricing', [id(2)]: 'Pricing', [id(3)]: 'Strategy' },
    ownNotes: [{ id: id(60), date: '2026-03-02', title: NOTE }],
  },
) // prettier-ignore

const answerTo = (content: string) => coachAnswer(founder, [{ role: 'user', content }], new Date(`${TODAY}T12:00Z`))

test.each(['Which loop should I stop?', 'which channel should we drop', 'what loop do i kill'])(
  '“%s” names a loop that still runs',
  async (question) => expect((await answerTo(question)).split('\n')[0]).toContain('Case study'),
)

test('a decision on something else is no decision on this', async () => {
  for (const question of ['should I raise a seed round?', 'should I raise a seed round now or later?'])
    expect(await answerTo(question)).not.toContain('Leave the veterinary practices')
})

test.each(['what have I decided on prices?', 'which pricing decisions have I made?', 'decisions about price'])(
  '“%s” lists all of the category, the newest first',
  async (question) => expect((await answerTo(question)).split('\n')[0]).toMatch(/Two plans.*Raise the price/),
)

test.each(['Who is Priya?', 'notes about Priya'])('“%s” quotes a note of one’s own once', async (question) => {
  const answer = await answerTo(question)
  expect(answer.split('Walk with Priya').length - 1).toBe(1)
  expect(answer).toContain(NOTE.replace(/\.$/, ''))
})
