// Installs and builds what is missing, then is the server. With --demo: on data of its own, with a sample cohort.
import { ensureBuilt, ensureInstalled } from './prepare.mjs'

if (process.argv.includes('--demo')) {
  process.env.DATA_DIR ||= './data-demo'
  // Who looks around wants the board.
  process.env.LANDING_PATH ||= '/'
  if (!process.env.ADMIN_EMAIL && !process.env.ADMIN_PASSWORD) {
    process.env.ADMIN_EMAIL = 'admin@demo.upswing.local'
    process.env.ADMIN_PASSWORD = 'upswing-demo'
  }
}
// npm hands SIGTERM to the shell between, and that one ends without passing it on: then the server is to end too.
if (process.env.npm_lifecycle_event !== undefined) {
  const parent = process.ppid
  setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGTERM'), 500).unref()
}

ensureInstalled()
await ensureBuilt()
await import('../dist/server/main.js')
