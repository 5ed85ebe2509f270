/**
 * The JavaScript a screen needs before it works: every file its route imports, as the browser gets it (brotli), against
 * a budget. Files that load later, on intent, are not part of it.
 */
import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
}

const DATA_CLIENT = 'src/lib/session/data-client.ts'

/** KiB. The route's own files, and those that it shares. */
const budgets = [
  { screen: 'sign-in', entries: ['index.html', 'src/routes/AuthPage.tsx'], budget: 100 },
  {
    screen: 'board, with the data client',
    entries: ['index.html', 'src/app/FounderLayout.tsx', 'src/routes/CommandBoard.tsx', DATA_CLIENT],
    budget: 125,
  },
] as const

const folder = new URL('../dist/web/', import.meta.url)
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', folder), 'utf8')) as Record<string, Chunk>

function filesOf(entries: readonly string[], found = new Set<string>()): Set<string> {
  for (const entry of entries) {
    const chunk = manifest[entry]
    if (!chunk) throw new Error(`${entry} is not in the build's manifest`)
    if (found.has(chunk.file)) continue
    found.add(chunk.file)
    filesOf(chunk.imports ?? [], found)
  }
  return found
}

const kibOf = (file: string): number => brotliCompressSync(readFileSync(new URL(file, folder))).length / 1024

for (const { screen, entries, budget } of budgets) {
  const kib = [...filesOf(entries)].reduce((sum, file) => sum + kibOf(file), 0)
  console.log(`        ${screen}: ${kib.toFixed(1)} KiB of at most ${budget}`)
  if (kib > budget) process.exitCode = 1
}
