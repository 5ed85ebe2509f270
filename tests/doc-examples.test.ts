import { expect, test } from 'vitest'
import { exampleTests } from './doc-examples.ts'

const source = `const step = 1

/**
 * Adds one.
 * @example
 * import { two } from './two.ts'
 * next(two) // 3
 * next('two') // throws TypeError
 *
 * const list = [two].map(next) // a remark
 * next(
 *   list[0],
 * )
 * // 4
 */
export function next(number: number) {}
`

test('an example is a test on the lines where it is written', () => {
  const lines = exampleTests(source, 'next.ts').split('\n')
  expect(lines[0]).toContain(`import { next } from './next.ts'`)
  expect(lines.slice(4)).toEqual([
    `test('next (next.ts:5)', async () => { expect.hasAssertions()`,
    `const { two } = await import('./two.ts')`,
    ';expect(await (next(two))).toEqual( 3)',
    `;await expect(async () => (next('two'))).rejects.toThrow( TypeError`,
    ')',
    'const list = [two].map(next) // a remark',
    ';expect(await (next(',
    '  list[0],',
    '))).toEqual(',
    '4)',
    '})',
  ])
})

test('a file without examples has no tests', () => {
  expect(exampleTests('export const one = 1', 'one.ts')).toBe('export {}')
})

test.each(['/** @example next(1) // 2 */', '/**\n * @example next(1) // 2\n */'])('%j is refused', (comment) => {
  expect(() => exampleTests(comment, 'next.ts')).toThrow('next.ts: the code of an @example begins on the next line')
})
