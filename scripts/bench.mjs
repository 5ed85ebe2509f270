// Measures the built server against PostgreSQL's own pgbench and the bare embedded engine, and the web app in a slowed
// browser; `--quick` takes a minute or two, `--web` measures the web app alone.
import { findBrowser } from './browser.mjs'
import { ensureBuilt, ensureInstalled, runTool } from './prepare.mjs'

ensureInstalled()
await ensureBuilt()
const browser = findBrowser()
const env = { ...process.env, ...(browser && { UPSWING_BROWSER: browser }) }
process.exitCode = await runTool('tsx', ['bench/run.ts', ...process.argv.slice(2)], env)
