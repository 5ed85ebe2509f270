// Measures the built server against PostgreSQL's own pgbench and the bare embedded engine, and the web app in a slowed
// browser; `--quick` takes a minute or two, `--web` measures the web app alone, `--soak` runs an hour at half load.
import { findBrowser } from './browser.mjs'
import { ensureBuilt, ensureInstalled, runTool } from './prepare.mjs'

ensureInstalled()
await ensureBuilt()
const browser = findBrowser()
const env = { ...process.env, ...(browser && { UPSWING_BROWSER: browser }) }
const entry = process.argv.includes('--soak') ? 'bench/soak.ts' : 'bench/run.ts'
process.exitCode = await runTool('tsx', [entry, ...process.argv.slice(2)], env)
