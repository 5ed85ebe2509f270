// Installs and builds what is missing, then is the server.
import { ensureBuilt, ensureInstalled } from './prepare.mjs'

ensureInstalled()
await ensureBuilt()
await import('../dist/server/main.js')
