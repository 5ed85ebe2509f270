// Installs and builds what is missing, then runs the server. With --demo: on its own data, with a sample cohort.
import { ensureBuilt, ensureInstalled } from './prepare.mjs'

if (process.argv.includes('--demo')) {
  process.env.DATA_DIR ||= './data-demo'
  // In the demo, sign-in leads to the board.
  process.env.LANDING_PATH ||= '/'
  if (!process.env.ADMIN_EMAIL && !process.env.ADMIN_PASSWORD) {
    process.env.ADMIN_EMAIL = 'admin@demo.upswing.local'
    process.env.ADMIN_PASSWORD = 'upswing-demo'
  }
}
// npm sends SIGTERM to its shell, which exits without forwarding it: the server must exit then too.
if (process.env.npm_lifecycle_event !== undefined) {
  const parent = process.ppid
  setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGTERM'), 500).unref()
}

ensureInstalled()
await ensureBuilt()
await import('../dist/server/main.js')
