// `npm run check`: each function, view, trigger and policy is defined once: in a schema file, or, where tables depend on a
// function, in a migration. Migrations of the schemas of a release, which repeat them, are left out.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const files = ['server', 'supabase'].flatMap((folder) =>
  readdirSync(folder, { recursive: true })
    .map((file) => join(folder, file))
    .filter((file) => file.endsWith('.sql') && !file.endsWith('_schemas.sql')),
)

/** The kinds of statements that define something, each with the part that names it. */
const DEFINITIONS = {
  function: /^create (?:or replace )?function ([\w.]+)\(/gim,
  view: /^create (?:or replace )?view ([\w.]+)/gim,
  trigger: /^create (?:or replace )?(?:constraint )?trigger (\w+) [^;]*?\bon ([\w.]+)/gim,
  policy: /^create policy ("[^"]+")\s+on ([\w.]+)/gim,
}
const IN_SCHEMAS_ONLY = new Set(['view', 'trigger', 'policy'])

/** Functions of the same name are one where their parameters are. */
function parametersAt(sql, start) {
  let depth = 0
  for (let end = start; ; end++) {
    if (sql[end] === '(') depth++
    if (sql[end] === ')' && --depth === 0)
      return sql
        .slice(start + 1, end)
        .split(',')
        .map((parameter) =>
          parameter
            .replace(/ default .*/s, '')
            .trim()
            .split(/\s+/)
            .slice(1)
            .join(' '),
        )
        .join(', ')
  }
}

const found = new Map()
for (const file of files) {
  const sql = readFileSync(file, 'utf8')
  if (/search_path = ''/.test(sql) && !file.includes(join('database', 'migrations'))) {
    // PostgreSQL looks for types among a caller's temporary objects first, unless the path names them later.
    console.log(`${file}: a search_path has to be pg_catalog, pg_temp`)
    process.exitCode = 1
  }
  for (const [kind, pattern] of Object.entries(DEFINITIONS)) {
    for (const match of sql.matchAll(pattern)) {
      const [text, name, table] = match
      const parameters = kind === 'function' ? `(${parametersAt(sql, match.index + text.length - 1)})` : ''
      const label = `${kind} ${name}${table ? ` on ${table}` : ''}${parameters}`
      found.set(label, [...(found.get(label) ?? []), file])
      if (IN_SCHEMAS_ONLY.has(kind) && file.includes('migrations')) {
        console.log(`${file}: ${label} belongs into a schema file`)
        process.exitCode = 1
      }
    }
  }
}
for (const [label, places] of found) {
  if (places.length === 1) continue
  console.log(`${label} is defined in ${places.join(' and ')}`)
  process.exitCode = 1
}
console.log(`${found.size} definitions in ${files.length} files`)
