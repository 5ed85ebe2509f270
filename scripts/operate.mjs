// Runs one of the operator's commands: admin, backup or restore.
import { ensureBuilt, ensureInstalled } from './prepare.mjs'

const [command] = process.argv.splice(2, 1)
ensureInstalled()
await ensureBuilt()
await import(`../dist/server/${command}.js`)
