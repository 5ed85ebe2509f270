// Everything static: types, lint and import direction, formatting, unused code, SQL defined once, what belongs
// into domain/, generated types, bytes of JavaScript.
import { captureTool, ensureBuilt, ensureInstalled } from './prepare.mjs'

ensureInstalled()
const folders = ['web', 'server', 'domain', 'supabase', 'tests', 'bench', 'evaluation', 'scripts']
const checks = {
  'types (server)': ['tsc', '-p', 'tsconfig.json'],
  'types (web)': ['tsc', '-p', 'tsconfig.web.json'],
  'types (service worker)': ['tsc', '-p', 'tsconfig.worker.json'],
  'types (examples)': ['tsx', 'scripts/example-types.ts'],
  lint: ['oxlint', '--type-aware', '--deny-warnings', ...folders],
  formatting: ['prettier', '--check', '--log-level', 'warn', '.'],
  'unused code': ['knip'],
  'SQL defined once': ['node', 'scripts/sql-definitions.mjs'],
  'domain/ of several sides': ['node', 'scripts/domain-sides.mjs'],
  'types of the database': ['tsx', 'scripts/database-types.ts', '--check'],
  'trained classifier': ['tsx', 'scripts/train-classifier.ts', '--check'],
  'bytes of JavaScript': ['tsx', 'scripts/bytes.ts'],
}

await ensureBuilt()
const queue = Object.entries(checks).values()
// Two at once: most keep one processor busy.
await Promise.all([runQueued(), runQueued()])

async function runQueued() {
  for (const [name, [command, ...args]] of queue) {
    const { status, output } = await captureTool(command, args)
    console.log(`${status === 0 ? 'ok     ' : 'FAILED '} ${name}`)
    if (status !== 0 || name.startsWith('bytes')) console.log(output)
    if (status !== 0) process.exitCode = 1
  }
}
