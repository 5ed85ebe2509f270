import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Runs examples as tests: the module `week.ts?examples` has a test for each `@example` in the doc comments of `week.ts`, and
 * the `examples.test.ts` of a folder imports these modules of all its files. It does so here: written in the file, the import
 * would count as a use of every export.
 */
export const examples: Plugin = {
  name: 'examples',
  enforce: 'pre',
  transform: (code, id) => (id.endsWith('/examples.test.ts') ? code + COLLECTED : undefined),
  load(id) {
    const [path = '', query] = id.split('?')
    if (query !== 'examples') return undefined
    this.addWatchFile(path)
    const code = exampleTests(readFileSync(path, 'utf8'), basename(path))
    // Line by line the same file, so that a failure shows the line of the example.
    const mappings = `AAAA${';AACA'.repeat(code.split('\n').length - 1)}`
    return { code, map: { version: 3, names: [], sources: [path], mappings } }
  },
}

const FILES = `['./**/*.{ts,tsx}', '!./**/*.test.{ts,tsx}']`
/** The second one imports nothing: it names the files, by which Vitest knows the tests of what has changed. */
const COLLECTED = `
import.meta.glob(${FILES}, { query: '?examples', eager: true })
import.meta.glob(${FILES})`

const EXAMPLE = /^ *\* @example\n(?<body>(?: *\*(?: (?!@).*)?\n)+)(?<after>(?:.*\n)*? *\*\/\n.*)/gm
const EXPORT = /^export (?:async )?(?:const|class|function\*?) (\w+)/gm

/** The tests of one file. Each line of an example stays on the line where it is written, so that a failure shows it. */
export function exampleTests(source: string, file: string): string {
  const examples = [...source.matchAll(EXAMPLE)]
  const written = source.match(/^ *\/?\*.*@example\b(?!\.)/gm)?.length ?? 0
  if (written !== examples.length) throw new Error(`${file}: the code of an @example begins on the next line`)
  if (written === 0) return 'export {}'
  const exported = Array.from(source.matchAll(EXPORT), ([, name]) => name).join(', ')
  const tests = [`import { expect, test } from 'vitest'; import { ${exported} } from './${file}'`]
  for (const { index, groups: { body = '', after = '' } = {} } of examples) {
    const line = source.slice(0, index).split('\n').length
    const subject = /(?:const|class|function\*?) (\w+)/.exec(after)?.[1] ?? file
    const statements = body
      .trimEnd()
      .replaceAll(/^ *\* ?/gm, '')
      .split(/\n(?=[^\s)}\]/])/)
    tests.push(...Array.from({ length: line - 1 - tests.join('\n').split('\n').length }, () => ''))
    tests.push(`test('${subject} (${file}:${line})', async () => { expect.hasAssertions()`)
    tests.push(...statements.map(checked), '})')
  }
  return tests.join('\n')
}

/** `code // value` compares, `code // throws RangeError` expects an error; all else runs as it is written. */
function checked(statement: string): string {
  if (statement.startsWith('import '))
    return statement.replace(/^import ({.*}) from ('.*')/, 'const $1 = await import($2)')
  const [, code, gap, comment = ''] = /^([^]+?)(\s)\/\/ ([^]+)$/.exec(statement) ?? []
  const value = comment.replaceAll(/^\/\/ /gm, '')
  if (value === '' || /^(?:const|for|expect)\b/.test(statement)) return statement
  return value.startsWith('throws ')
    ? `;await expect(async () => (${code})).rejects.toThrow(${gap}${value.slice('throws '.length)})`
    : `;expect(await (${code})).toEqual(${gap}${value})`
}
