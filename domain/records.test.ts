import { describe, expect, test } from 'vitest'
import { RECORD_KINDS, referenceTo, REFERENCES } from './records.ts'

const id = '5f0c1d2e-3a4b-4c5d-8e6f-7a8b9c0d1e2f'
const found = (text: string) => [...text.matchAll(REFERENCES)].map(({ groups }) => ({ ...groups }))

describe('a reference', () => {
  test.each(RECORD_KINDS)('parses a reference to a %s', (kind) => {
    expect(found(`You said so. ${referenceTo({ kind, id })} And then?`)).toEqual([{ kind, id }])
  })
  test('finds a reference among others', () => {
    const goal = referenceTo({ kind: 'goal', id })
    expect(found(`${goal}${goal} [${goal}]`)).toHaveLength(3)
  })
  test.each([
    `[[memory:${id}]]`,
    `[[goal:${id.toUpperCase()}]]`,
    `[[goal: ${id}]]`,
    `[[goal:${id.slice(1)}]]`,
    `[[goal:${id}0]]`,
    `[goal:${id}]`,
    `[[goal:${id}](https://example.com)]`,
    '[[goal:id]]',
    '[[goal:../admin]]',
  ])('does not parse %s as a reference', (text) => {
    expect(found(text)).toEqual([])
  })
})
