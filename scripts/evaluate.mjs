// Measures the co-founder's answers by facts; see evaluation/run.ts for the options.
import { ensureBuilt, ensureInstalled, runTool } from './prepare.mjs'

ensureInstalled()
await ensureBuilt()
process.exitCode = await runTool('tsx', ['evaluation/run.ts', ...process.argv.slice(2)], process.env)
