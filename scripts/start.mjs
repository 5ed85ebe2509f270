// Installs and builds what is missing, then is the server. With --demo: on data of its own, with a sample cohort.
import { ensureBuilt, ensureInstalled } from './prepare.mjs'

if (process.argv.includes('--demo')) {
  process.env.DATA_DIR ||= './data-demo'
  if (!process.env.ADMIN_EMAIL && !process.env.ADMIN_PASSWORD) {
    process.env.ADMIN_EMAIL = 'admin@demo.upswing.local'
    process.env.ADMIN_PASSWORD = 'upswing-demo'
  }
}
ensureInstalled()
await ensureBuilt()
await import('../dist/server/main.js')
