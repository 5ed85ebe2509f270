// Runs every test: units, database and protocol (on every engine at hand), and the browser. Ends with the sum of all.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt, ensureInstalled, runTool } from './prepare.mjs'

ensureInstalled()
const browser = await ensureBrowser()
await ensureBuilt()

const reports = mkdtempSync(join(tmpdir(), 'upswing-reports-'))
const unit = join(reports, 'vitest.json')
const pages = join(reports, 'playwright.json')
const env = { ...process.env, UPSWING_BROWSER: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: pages }
const statuses = [
  runTool('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unit}`], env),
  runTool('playwright', ['test', '--reporter=list,json'], env),
]

const sums = { passed: 0, failed: 0, skipped: 0 }
if (existsSync(unit)) {
  const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites } = JSON.parse(
    readFileSync(unit, 'utf8'),
  )
  sums.passed += numPassedTests
  sums.failed += Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0)
  sums.skipped += numPendingTests
}
if (existsSync(pages)) {
  const { expected, unexpected, flaky, skipped } = JSON.parse(readFileSync(pages, 'utf8')).stats
  sums.passed += expected
  // A test that passes only the second time has failed.
  sums.failed += unexpected + flaky
  sums.skipped += skipped
}
rmSync(reports, { recursive: true })

const isBroken = statuses.some((status) => status !== 0)
if (isBroken && sums.failed === 0) sums.failed = 1
console.log(`${sums.passed} passed, ${sums.failed} failed${sums.skipped > 0 ? `, ${sums.skipped} skipped` : ''}`)
process.exitCode = isBroken ? 1 : 0
