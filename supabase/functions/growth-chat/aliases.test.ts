import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { id } from '../_shared/founder-context-sample.ts'
import { Aliases, withAliases } from './aliases.ts'

async function* piecesOf(pieces: readonly string[]) {
  yield* pieces
}

async function piecesFrom(aliases: Aliases, pieces: readonly string[]) {
  const out: string[] = []
  for await (const piece of aliases.resolveStream(piecesOf(pieces))) out.push(piece)
  return out
}

/** Knows goal:g1, goal:g2 and check-in:c1. */
function known(): Aliases {
  const aliases = new Aliases()
  aliases.inData({ goals: [{ id: id(1) }, { id: id(2) }], checkins: [{ id: id(3) }] })
  return aliases
}

describe('data for the model', () => {
  test('has aliases in place of ids, the same for the same record', () => {
    const aliases = new Aliases()
    expect(aliases.inData({ goals: [{ id: id(7), text: 'Ten' }], checkins: [{ id: id(8) }] })).toEqual({
      goals: [{ id: 'goal:g1', text: 'Ten' }],
      checkins: [{ id: 'check-in:c1' }],
    })
    expect(aliases.inData({ count: 2, rows: [{ id: id(9) }, { id: id(7) }] }, 'count_goals')).toEqual({
      count: 2,
      rows: [{ id: 'goal:g2' }, { id: 'goal:g1' }],
    })
  })

  test('takes the kind of a row, of its key, or of the tool', () => {
    const rows = [
      { kind: 'decision', id: id(1) },
      { kind: 'message', id: id(2) },
      { loop_id: id(3), id: id(4) },
    ]
    expect(new Aliases().inData(rows, 'search')).toEqual([
      { kind: 'decision', id: 'decision:d1' },
      { kind: 'message' },
      { loop_id: 'loop:l1' },
    ])
  })
})

test('a tool is called with ids, and its result has aliases', async () => {
  const asked: unknown[] = []
  const read = {
    name: 'read_goal',
    description: '',
    parameters: {},
    run: async (args: unknown) => {
      asked.push(args)
      return { id: id(2), text: 'g1' }
    },
  }
  const [tool] = withAliases([read], known())
  expect(await tool?.run({ of: 'goal:g1', words: 'g1', none: 'goal:g9' })).toEqual({ id: 'goal:g2', text: 'g1' })
  expect(asked).toEqual([{ of: id(1), words: 'g1', none: 'goal:g9' }])
})

test('an earlier answer refers by aliases, also to records that are not in the prompt', () => {
  expect(known().inText(`Do [[goal:${id(2)}]] and [[loop:${id(9)}]]`)).toBe('Do [[goal:g2]] and [[loop:l1]]')
})

describe('an answer', () => {
  test.each([
    ['Do [[goal:g2]].', `Do [[goal:${id(2)}]].`],
    ['[[goal:g1]] [[check-in:c1]]', `[[goal:${id(1)}]] [[check-in:${id(3)}]]`],
    ['Do it [[goal:g9]].', 'Do it .'],
    ['[[goal:c1]]', `[[check-in:${id(3)}]]`],
    [`[[goal:${id(1)}]]`, `[[goal:${id(1)}]]`],
    ['[[goal:g1]', '[[goal:g1]'],
    ['[goal:g1] rows[[0]] [[x]] - [ ] to do [', '[goal:g1] rows[[0]] [[x]] - [ ] to do ['],
    ['[[[goal:g1]]]', `[[[goal:${id(1)}]]]`],
    ['[[propose-goal:weekly:Ten]]', '[[propose-goal:weekly:Ten]]'],
  ])('%j is %j, however it is cut', async (text, expected) => {
    for (const length of [1, 2, 3, 7, 100]) {
      const pieces = text.match(new RegExp(`.{1,${length}}`, 'gs')) ?? []
      expect((await piecesFrom(known(), pieces)).join('')).toBe(expected)
    }
  })

  test('is held back only where it may be a reference', async () => {
    const pieces = ['A [', 'link](x) [[', 'note', 's]] [[goal', ':g1', ']] end']
    expect(await piecesFrom(known(), pieces)).toEqual(['A ', '[link](x) ', '[[notes]] ', `[[goal:${id(1)}]] end`])
  })

  test('has the same text in any pieces', async () => {
    const part = fc.constantFrom('[', ']', '[[goal:', 'goal', ':', 'g1', 'g7', ']]', 'c1', ' text ', '[[check-in:c1]]')
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 20 }), async (pieces) => {
        expect((await piecesFrom(known(), pieces)).join('')).toBe(known().resolveText(pieces.join('')))
      }),
    )
  })
})
