import { expect, test } from 'vitest'
import { ana, checkIn, decision, goal, id } from '../../_shared/founder-context-sample.ts'
import { FOUNDER_AS_SENDER } from '../../_shared/founder-records.ts'
import { coachAnswer } from '../coach.ts'
import { founderWith } from '../founder-sample.ts'
import { suppositionsIn } from '../understand/suppositions.ts'
import { entitiesIn } from '../understand/entities.ts'

const founder = founderWith({
  goals: [
    goal(1, { text: 'Rewrite the website text' }),
    goal(2, { text: 'Call the oat mills' }),
    goal(3, { text: 'Sell the delivery van' }),
  ],
  decisions: [
    decision(4, { title: 'Delay the Porto stall', result: 'Too late', was_right: 'no' }),
    decision(5, { title: 'Delay the Lisbon stall', result: 'Rent rose', was_right: 'no' }),
    decision(6, { title: 'Delay the Faro stall', result: 'Better price', was_right: 'yes' }),
  ],
  checkins: [
    checkIn(7, { week_of: '2026-03-02', wins: 'Ilse agreed on the new oven', blockers: '' }),
    checkIn(8, { week_of: '2026-02-16', wins: '', blockers: 'Rent talks with Ilse' }),
    checkIn(9, { week_of: '2026-02-09', wins: '', blockers: 'Otto quit; the flour is late' }),
  ],
  notes: [{ id: id(10), date: '2026-02-20', title: 'Prices', category: 'growth', content: 'Cafés pay $4 a loaf.' }],
  messages: [
    { date: '2026-03-06', sender: 'Dana', content: 'Charge nothing at fairs.' },
    { date: '2026-03-05', sender: FOUNDER_AS_SENDER, content: 'What about the tasting fee?' },
  ],
})
const answer = (text: string) => coachAnswer(founder, [{ role: 'user', content: text }])
const line = async (text: string) => (await answer(text)).split('\n')[0]

test.each([
  ['who quit, and when was that', 'Otto quit'],
  ['what do we spend with Ilse, is it always the rent', 'Ilse'],
  ['should i sell the van', 'Sell the delivery van'],
  ['did Ilse and me agree on anything', 'agreed on the new oven'],
  ['what was i arguing about with Ilse in february', 'Rent talks with Ilse'],
])('%s', async (text, says) => {
  expect(await line(text)).toContain(says)
})

test('a list of goals keeps the words that are named', async () => {
  const goals = await answer('show me my open goals about the website')
  expect(goals).toContain('Rewrite the website text')
  expect(goals).not.toContain('oat mills')
})

test('decisions with one word in their titles turned out together', async () => {
  expect(await line('how did my delay decisions turn out')).toContain('**1 of 3**')
})

test('a question to the squad is quoted with what was written next', async () => {
  expect(await line('did anybody say something on the tasting fee')).toContain('Charge nothing at fairs')
})

test.each([
  ['what if two clients leave, 300 and 500 a month', [['revenue', -300], ['revenue', -500]]],
  ['can we afford two pickers at 1,450', [['burn', 2900]]],
  ['what if the bakery pays 900 a month', [['revenue', 900]]],
  ['what if we lose the biggest port, 14k a month', [['revenue', -14000]]],
  ['if i dont take a salary, thats 2,800', [['burn', -2800]]],
  ['we pay 4k for a consultant', [['balance', -4000]]],
  ['suppose we lay off two people at 4k each', [['burn', -8000]]],
  ['we cancel the office (700 a month) but lose 5% of clients', [['burn', -700], ['revenue', 0.95]]],
] as const)('%s', (text, changes) => {
  const { text: plain, amounts } = entitiesIn(text, undefined, ana().today)
  expect(suppositionsIn(plain, amounts).map(({ of, value }) => [of, value])).toEqual(changes)
}) // prettier-ignore
