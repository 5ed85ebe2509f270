// Measures the built server against PostgreSQL's own pgbench and the bare embedded engine; `--quick` takes a minute.
import { ensureBuilt, ensureInstalled, runTool } from './prepare.mjs'

ensureInstalled()
await ensureBuilt()
process.exitCode = runTool('tsx', ['bench/run.ts', ...process.argv.slice(2)])
