import { expect, test, vi } from 'vitest'
import { loop, runway } from '../_shared/founder-context-sample.ts'
import { founderWith } from './founder-sample.ts'
import { allIntents } from './query.ts'
import { toolsOf } from './tools.ts'

const founder = founderWith({ ...runway(90_000, 5000, 20_000), loops: [loop(1, { messages: 100, demos: 10 })] })
const toolNamed = (name: string) => {
  const found = toolsOf(() => founder).find((tool) => tool.name === name)
  if (!found) throw new Error(`no tool ${name}`)
  return found
}
const query = toolNamed('query_records')

const queried = await Promise.all(allIntents.map(async (ask) => [ask, await query.run({ ask })] as const))
const asks = queried.filter(([, result]) => !('error' in (result as object))).map(([ask]) => ask)

test.each([
  { from: '2026-02-01' },
  { from: '2026-02-01', to: '2026-02-28', versus_from: '2026-01-01' },
  { amount: 1e15 },
])('every query of a model has an answer with %j', async (given) => {
  expect(asks).toContain('messages.yield')
  for (const ask of asks) expect(await query.run({ ask, ...given })).toHaveProperty('answer')
})

test.each(['2026-02-31', '2026-13-01', '0000-00-00', 'yesterday'])('the day %s is refused in words', async (day) => {
  const read = vi.spyOn(founder.queries, 'goals')
  const refused = { error: expect.stringContaining(`${day} is not a day of the calendar`) }
  expect(await query.run({ ask: 'demos.value', from: day })).toEqual(refused)
  expect(await query.run({ ask: 'runway.target', until: day })).toEqual(refused)
  expect(await toolNamed('read_records').run({ kind: 'goal', from: day })).toEqual(refused)
  expect(read).not.toHaveBeenCalled()
})

test.each([
  [{ of: 'balance', how: 'scale', value: 1e308 }],
  [{ of: 'balance', how: 'set', value: -1e308 }],
  [{ of: 'burn', how: 'scale', value: 1e308 }],
  [
    { of: 'revenue', how: 'set', value: 0 },
    { of: 'burn', how: 'set', value: 5e-324 },
  ],
])('no answer to the supposition %j is infinite', async (...given) => {
  const suppositions = [...given, ...given]
  for (const ask of asks) {
    const { answer } = (await query.run({ ask, suppositions })) as { answer: string }
    expect(answer).not.toMatch(/Infinity|∞|NaN|e\+/)
  }
})

test.each([1e16, -1e308])('the amount %d is refused', async (amount) => {
  expect(await query.run({ ask: 'runway.target', amount })).toEqual({ error: expect.stringContaining('amount') })
})

test.each(['messages.yield', 'rate.value'])(
  '%s of a span before the history of the loops is not recorded',
  async (ask) => {
    expect(await query.run({ ask, from: '2026-02-01' })).toMatchObject({
      answer: expect.stringContaining('not recorded'),
    })
  },
)

test('each tool says its parameters as JSON Schema, with what is checked', () => {
  expect(query.parameters).toMatchObject({
    type: 'object',
    required: ['ask'],
    properties: {
      from: { type: 'string', description: 'YYYY-MM-DD' },
      count: { enum: ['messages', 'demos', 'conversions'] },
      limit: { type: 'integer', minimum: 1, maximum: 60 },
    },
  })
  for (const { parameters } of toolsOf(() => founder)) expect(parameters).not.toHaveProperty('$schema')
})
