// Runs one of the operator's commands: admin, ai, backup, keys, restore or web-app.
import { resolve } from 'node:path'
import { ensureBuilt, ensureInstalled } from './prepare.mjs'

const [command] = process.argv.splice(2, 1)
// npm and these scripts run in the project's folder; a relative path is resolved in the operator's working directory.
if (['backup', 'restore', 'web-app'].includes(command) && process.argv[2]) {
  process.argv[2] = resolve(process.env.INIT_CWD ?? process.cwd(), process.argv[2])
}
ensureInstalled()
await ensureBuilt()
await import(`../dist/server/${command}.js`)
