import { describe, expect, test } from 'vitest'
import { createFrameReader, withoutThinking } from './model-frames.ts'

async function* piecesOf(pieces: readonly string[]) {
  yield* pieces
}

async function textOf(pieces: readonly string[]) {
  let text = ''
  for await (const piece of withoutThinking(piecesOf(pieces))) text += piece
  return text
}

test.each([
  [{ prompt_tokens: 12, completion_tokens: 0 }, [{ input: 12, output: 0 }]],
  [{ prompt_tokens: -12, completion_tokens: 3 }, []],
  [{ prompt_tokens: 1.5, completion_tokens: 3 }, []],
  [{ prompt_tokens: 5e8, completion_tokens: 3 }, [{ input: 5e8, output: 3 }]],
  [{ prompt_tokens: 6e8, completion_tokens: 3 }, []],
])('the usage %j is reported as %j', (usage, expected) => {
  const reported: unknown[] = []
  createFrameReader({ onUsage: (tokens) => reported.push(tokens) })({ choices: [], usage })
  expect(reported).toEqual(expected)
})

describe('withoutThinking', () => {
  test.each([
    ['<think>Hm</think>Ten', 'Ten'],
    ['\n<think>\nIs 3 < 4?</thin k>\n</think>\n\nTen demos', 'Ten demos'],
    ['<think>no end', ''],
    ['<think>a</think>', ''],
    ['Ten', 'Ten'],
    ['<', '<'],
    ['<thi', '<thi'],
    ['<b>bold</b>', '<b>bold</b>'],
    ['Use <think>this</think>', 'Use <think>this</think>'],
    ['<think>a</think>b<think>c</think>', 'b<think>c</think>'],
    ['', ''],
  ])('%j is %j, however it is cut', async (text, expected) => {
    expect(await textOf([text])).toBe(expected)
    expect(await textOf(text.split(''))).toBe(expected)
    expect(await textOf(text.match(/.{1,3}/gs) ?? [])).toBe(expected)
  })
})
