// Runs every test: units, database and protocol (on every engine at hand), and the browser. Ends with the sum of all.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
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
/** What failed and why, told once more at the end, where a log that was cut short still has it. */
const failures = []
if (existsSync(unit)) {
  const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites, testResults } = JSON.parse(
    readFileSync(unit, 'utf8'),
  )
  for (const { name, status, message, assertionResults } of testResults) {
    const file = relative(process.cwd(), name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    for (const { fullName, failureMessages } of failed)
      failures.push([`${file} › ${fullName}`, failureMessages.join('\n')])
    if (status === 'failed' && failed.length === 0) failures.push([file, message])
  }
  sums.passed += numPassedTests
  sums.failed += Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0)
  sums.skipped += numPendingTests
}
if (existsSync(pages)) {
  const { stats, suites, errors } = JSON.parse(readFileSync(pages, 'utf8'))
  const { expected, unexpected, flaky, skipped } = stats
  failures.push(...errors.map(({ message }) => ['playwright', message]), ...suites.flatMap(failedIn))
  sums.passed += expected
  // A test that passes only the second time has failed.
  sums.failed += unexpected + flaky
  sums.skipped += skipped
}
rmSync(reports, { recursive: true })

for (const [name, message, shown, printed] of failures) {
  if (printed) console.log(`\n${name}\nThe server printed last:\n${lastLines(printed, 40)}`)
  if (shown) console.log(`\n${name}\nThe page showed:\n${firstLines(shown, 100)}`)
  console.log(`\n${name}\n${firstLines(message, 12)}`)
}
console.log()
for (const [name] of failures) console.log(`FAILED ${name}`)

const isBroken = statuses.some((status) => status !== 0)
if (isBroken && sums.failed === 0) sums.failed = 1
console.log(`${sums.passed} passed, ${sums.failed} failed${sums.skipped > 0 ? `, ${sums.skipped} skipped` : ''}`)
process.exitCode = isBroken ? 1 : 0

/** The tests of a suite of Playwright's report, and of those within, that failed or passed only when repeated. */
function failedIn({ file, suites = [], specs = [] }) {
  const failed = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) => [
        `[${projectName}] ${file} › ${title}`,
        results.flatMap(({ errors }) => errors.map(told)).join('\n'),
        results.map(shownIn).find((shown) => shown !== undefined),
        results.map(printedIn).find((printed) => printed !== undefined),
      ]),
  )
  return [...failed, ...suites.flatMap(failedIn)]
}

/** What failed, and in which line of which file. */
function told({ message, location }) {
  return location ? `${basename(location.file)}:${location.line}: ${message}` : message
}

/** The page as assistive technology had it when a test failed, from its main part on. */
function shownIn({ attachments }) {
  const path = attachments.find(({ name }) => name === 'error-context')?.path
  const shown = path && /^```yaml\n(.*?)^```/ms.exec(readFileSync(path, 'utf8'))?.[1]
  return shown?.slice(Math.max(0, shown.indexOf('- main:')))
}

/** What the servers printed while a test that failed was running. */
function printedIn({ attachments }) {
  const body = attachments.find(({ name }) => name === 'server')?.body
  return body && Buffer.from(body, 'base64').toString()
}

function lastLines(text, count) {
  return text.trimEnd().split('\n').slice(-count).join('\n')
}

function firstLines(text, count) {
  return String(text).split('\n').slice(0, count).join('\n')
}
