// Runs one of the operator's commands: admin, backup, keys or restore.
import { resolve } from 'node:path'
import { ensureBuilt, ensureInstalled } from './prepare.mjs'

const [command] = process.argv.splice(2, 1)
// npm, like these scripts, works in the project's folder: a file is meant from where the operator stands.
if ((command === 'backup' || command === 'restore') && process.argv[2]) {
  process.argv[2] = resolve(process.env.INIT_CWD ?? process.cwd(), process.argv[2])
}
ensureInstalled()
await ensureBuilt()
await import(`../dist/server/${command}.js`)
