import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const diff = readFileSync('docs/a-new-column.diff', 'utf8')
const files = diff
  .split(/^diff --git a\/\S+ b\//m)
  .slice(1)
  .map((changes) => {
    const [header = '', ...hunks] = changes.split(/^@@ .*\n/m)
    return { path: header.split('\n')[0] ?? '', isNew: header.includes('\nnew file mode'), hunks }
  })

test('the diff that CONTRIBUTING shows touches eight files', () => {
  expect(files).toHaveLength(8)
})

test.each(files)('$path is as the diff that CONTRIBUTING shows has it: change both', ({ path, isNew, hunks }) => {
  expect(existsSync(path)).toBe(!isNew)
  if (isNew) return
  const text = readFileSync(path, 'utf8')
  for (const hunk of hunks) {
    const before = hunk.match(/^[ -].*\n/gm)?.map((line) => line.slice(1)) ?? []
    expect(text).toContain(before.join(''))
  }
})
