// `npm run check`: domain/ holds what several of browser, server and functions use, and examples that their tests share. Code
// that one of them alone uses belongs there.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const sources = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((file) => join(folder, file))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))

const importsOf = (file, pattern) => [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name]) => name)
const usedBy = (folder) => sources(folder).flatMap((file) => importsOf(file, /\/domain\/([\w.-]+)'/g))

const within = new Map(sources('domain').map((file) => [basename(file), importsOf(file, /'\.\/([\w.-]+)'/g)]))
/** With the files of domain/ that those import. */
function reached(names) {
  const found = new Set()
  const add = (name) => {
    if (found.has(name)) return
    found.add(name)
    within.get(name)?.forEach(add)
  }
  names.forEach(add)
  return found
}

const sides = ['web', 'server', 'supabase'].map((folder) => ({ folder, names: reached(usedBy(folder)) }))
for (const name of within.keys()) {
  const users = sides.filter(({ names }) => names.has(name))
  if (users.length !== 1) continue
  console.log(`domain/${name} is used by ${users[0].folder}/ alone`)
  process.exitCode = 1
}
console.log(`${within.size} files in domain/`)
