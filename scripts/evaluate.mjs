// Measures the AI co-founder of the built server: questions of six founders, graded by the facts in the answers.
import { ensureBuilt, ensureInstalled, runTool } from './prepare.mjs'

ensureInstalled()
await ensureBuilt()
process.exitCode = await runTool('tsx', ['evaluation/run.ts', ...process.argv.slice(2)], process.env)
