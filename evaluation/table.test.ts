import { describe, expect, test } from 'vitest'
import { usageIn } from './model-proxy.ts'
import { asksAll, parseOptions } from './options.ts'
import { meetsBar, percentile, tableOf, withTable, type Graded } from './table.ts'

const graded = (kind: string, isRight: boolean, isWrongNumber = false): Graded => ({
  question: { founder: 'new', ask: 'a question', kind, must: [] },
  answer: { text: 'an answer', firstWordMs: 4, wholeMs: 9 },
  verdict: { isRight, reasons: [], isWrongNumber, isForeign: false, words: 2 },
})

describe('the table', () => {
  test('has a row for each kind and one for all', () => {
    const rows = tableOf([graded('goals', true), graded('goals', false, true), graded('runway', true)]).split('\n')
    expect(rows.slice(2).map((row) => row.replaceAll(/\s+/g, ' '))).toEqual([
      '| goals | 2 | 1 (50%) | 1 | 0 | 2 | 4 / 4 ms | 9 / 9 ms |',
      '| runway | 1 | 1 (100%) | 0 | 0 | 2 | 4 / 4 ms | 9 / 9 ms |',
      '| **all** | 3 | 2 (66%) | 1 | 0 | 2 | 4 / 4 ms | 9 / 9 ms |',
    ])
  })

  test('stands between the markers of a document, in place of the last one', () => {
    const document = 'before\n<!-- evaluation -->\n\nold\n\n<!-- /evaluation -->\nafter'
    expect(withTable(document, 'new')).toBe('before\n<!-- evaluation -->\n\nnew\n\n<!-- /evaluation -->\nafter')
    expect(withTable('<!-- care -->\nold\n<!-- /care -->', 'new', 'care')).toBe(
      '<!-- care -->\n\nnew\n\n<!-- /care -->',
    )
    expect(() => withTable(document, 'new', 'judged')).toThrow('lacks <!-- judged -->')
  })

  test('percentiles are nearest ranks', () => {
    expect([50, 95].map((percent) => percentile([4, 1, 3, 2], percent))).toEqual([2, 4])
    expect(percentile([], 50)).toBe(0)
  })
})

describe('the bar', () => {
  const right = Array.from({ length: 19 }, () => graded('goals', true))

  test('is 95 % right, and no wrong number', () => {
    expect(meetsBar([...right, graded('goals', false)])).toBe(true)
    expect(meetsBar([...right, graded('goals', false), graded('goals', false)])).toBe(false)
    expect(meetsBar([...right, graded('goals', false, true)])).toBe(false)
  })

  test('holds for each kind: many right ones of another do not help', () => {
    const few = [graded('advice', true), graded('advice', false)]
    expect(meetsBar([...right, ...right, ...right, ...few])).toBe(false)
  })
})

describe('options', () => {
  test('name a founder, a kind, a part of a question, or a set', () => {
    expect(parseOptions(['--founder', 'years', '--kind', 'goals', '--print'])).toEqual({
      founder: 'years',
      kind: 'goals',
      print: true,
      write: false,
    })
    expect(parseOptions(['--ask', 'a/new.jsonl'])).toEqual({ ask: 'a/new.jsonl', print: false, write: false })
    expect(asksAll(parseOptions(['--print', '--write']))).toBe(true)
    expect(asksAll(parseOptions(['--question', 'runway']))).toBe(false)
  })

  test.each([
    [['--founder', 'nobody'], 'founders: new'],
    [['--set', 'first'], "Unknown option '--set'"],
    [['--ask', 'new.txt'], '.jsonl'],
    [['--write', '--kind', 'goals'], 'all questions'],
  ])('%j is refused', (args, message) => expect(() => parseOptions(args)).toThrow(message))
})

test('the last usage in a stream counts', () => {
  const stream = 'data: {"choices":[],"usage":{"prompt_tokens":12,"completion_tokens":3}}\n\ndata: [DONE]\n\n'
  expect(usageIn(stream)).toEqual({ input: 12, output: 3 })
  expect(usageIn('data: {"choices":[],"usage":null}')).toBeUndefined()
})
