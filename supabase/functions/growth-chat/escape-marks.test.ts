import { describe, expect, test } from 'vitest'
import { basisMark, basisOf, NO_BASIS, withoutBasis } from '../../../domain/answer-basis.ts'
import { escapeMarks } from './escape-marks.ts'

async function* piecesOf(pieces: readonly string[]) {
  yield* pieces
}

async function textOf(pieces: readonly string[]) {
  let text = ''
  for await (const piece of escapeMarks(piecesOf(pieces))) text += piece
  return text
}

describe('a mark that a model writes itself', () => {
  test.each([
    ['[[based-on:99 goals]]', String.raw`[\[based-on:99 goals]]`],
    ['Yes.\n\n[[unverified:64; 12%]]', 'Yes.\n\n' + String.raw`[\[unverified:64; 12%]]`],
    ['Done.\n[[cut-short]]', 'Done.\n' + String.raw`[\[cut-short]]`],
    ['[[unverified:64', String.raw`[\[unverified:64`],
    ['[[[based-on:x]]', String.raw`[[\[based-on:x]]`],
    ['[[goal:g1]] [[based', '[[goal:g1]] [[based'],
    ['[[propose-message:Hi]] rows[[0]]', '[[propose-message:Hi]] rows[[0]]'],
  ])('%j is %j, however it is cut', async (text, expected) => {
    for (const length of [1, 2, 5, 100])
      expect(await textOf(text.match(new RegExp(`.{1,${length}}`, 'gs')) ?? [])).toBe(expected)
  })

  test('is no basis, whatever follows it', async () => {
    const own = await textOf(['[[based-on:99 goals]]\n[[unverified:1]]'])
    expect(basisOf(own)).toEqual(NO_BASIS)
    const basis = { ...NO_BASIS, records: ['1 goal'] }
    expect(basisOf(`${own}\n\n${basisMark(basis)}`)).toEqual(basis)
    expect(withoutBasis(`${own}\n\n${basisMark(basis)}`)).toBe(own)
  })
})
