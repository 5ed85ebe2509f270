// Runs every test: units, database and protocol (on every available engine), and the browser. Ends with where the time
// went and the sum of all.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt, ensureInstalled, runTool } from './prepare.mjs'

const seconds = {}
/** The last that a tool which failed wrote to its standard error. */
const lastStderr = {}
const startedAt = performance.now()
ensureInstalled()
const browser = await ensureBrowser()
await ensureBuilt()
seconds.build = secondsSince(startedAt)

const reports = mkdtempSync(join(tmpdir(), 'upswing-reports-'))
const reportOf = (name) => join(reports, `${name}.json`)
const env = { ...process.env, UPSWING_BROWSER: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf('browser') }
const vitest = (name, projects) =>
  runTimed(name, 'vitest', [
    'run',
    '--retry=1',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportOf(name)}`,
    ...projects.map((project) => `--project=${project}`),
  ])
const tools = [
  () => vitest('units and database', ['unit', 'database']),
  () => vitest('processes', ['processes']),
  () => runTimed('browser', 'playwright', ['test', '--reporter=list,json', '--retries=1']),
]
// Side by side where there are processors for all: each keeps two busy, and tests have deadlines.
const statuses = availableParallelism() < 4 ? await oneByOne(tools) : await Promise.all(tools.map((tool) => tool()))

/** A test may need a second try on a busy machine. More of them are a fault that no one has looked into. */
const MAX_FLAKY = 3

const sums = { passed: 0, failed: 0, skipped: 0, flaky: 0 }
/** Failed and flaky tests with their causes, repeated at the end, where a truncated log still has them: the failed ones last. */
const failures = []
/** Seconds of each file of tests. */
const files = new Map()
for (const name of ['units and database', 'processes', 'browser']) {
  const before = failures.length
  if (existsSync(reportOf(name))) (name === 'browser' ? countPlaywright : countVitest)(reportOf(name))
  // A tool can fail without a failed test: by an error between tests, or in what it does at its end.
  if (failures.length === before && name in lastStderr)
    failures.push({ name, message: 'failed, but none of its tests did', printed: lastStderr[name] })
}
rmSync(reports, { recursive: true })

failures.sort((a, b) => Number(b.isFlaky ?? false) - Number(a.isFlaky ?? false))
for (const { name, message, shown, printed } of failures) {
  if (printed) console.log(`\n${name}\nThe last it printed:\n${lastLines(printed, 40)}`)
  if (shown) console.log(`\n${name}\nThe page:\n${firstLines(shown, 100)}`)
  console.log(`\n${name}\n${firstLines(message, 12)}`)
}
console.log(`\nWhere the time went: ${listed(Object.entries(seconds))}`)
console.log(`The slowest files: ${listed([...files].toSorted(([, a], [, b]) => b - a).slice(0, 10))}\n`)
for (const { name, isFlaky } of failures) console.log(`${isFlaky ? 'FLAKY ' : 'FAILED'} ${name}`)
if (sums.flaky > MAX_FLAKY) {
  console.log(`${sums.flaky} tests passed only the second time: more than ${MAX_FLAKY} are a failure`)
  sums.failed += sums.flaky
  statuses.push(1)
}

const isBroken = statuses.some((status) => status !== 0)
if (isBroken && sums.failed === 0) sums.failed = 1
const others = ['skipped', 'flaky'].filter((kind) => sums[kind] > 0).map((kind) => `, ${sums[kind]} ${kind}`)
console.log(`${sums.passed} passed, ${sums.failed} failed${others.join('')}`)
process.exitCode = isBroken ? 1 : 0

function secondsSince(moment) {
  return (performance.now() - moment) / 1000
}

function listed(entries) {
  return entries.map(([name, duration]) => `${name} ${Math.round(duration)} s`).join(', ')
}

async function oneByOne(tasks) {
  const results = []
  for (const task of tasks) results.push(await task())
  return results
}

/** @returns the status of the tool */
async function runTimed(name, tool, args) {
  const start = performance.now()
  let stderr = ''
  const status = await runTool(tool, args, env, (text) => (stderr = (stderr + text).slice(-10_000)))
  seconds[name] = secondsSince(start)
  if (status !== 0) lastStderr[name] = stderr
  return status
}

function countVitest(report) {
  const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  )
  for (const { name, status, message, assertionResults, startTime, endTime } of testResults) {
    const file = relative(process.cwd(), name)
    files.set(file, (endTime - startTime) / 1000)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    const flaky = assertionResults.filter((test) => test.status === 'passed' && test.failureMessages.length > 0)
    for (const test of [...failed, ...flaky])
      failures.push({
        name: `${file} › ${test.fullName}`,
        message: test.failureMessages[0],
        isFlaky: flaky.includes(test),
      })
    sums.flaky += flaky.length
    sums.passed -= flaky.length
    if (status === 'failed' && failed.length === 0) failures.push({ name: file, message })
  }
  sums.passed += numPassedTests
  sums.failed += Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0)
  sums.skipped += numPendingTests
}

function countPlaywright(report) {
  const { stats, suites, errors } = JSON.parse(readFileSync(report, 'utf8'))
  const { expected, unexpected, flaky, skipped } = stats
  failures.push(...errors.map(({ message }) => ({ name: 'playwright', message })), ...suites.flatMap(failedIn))
  for (const suite of suites) countSeconds(suite)
  sums.passed += expected
  sums.failed += unexpected
  sums.flaky += flaky
  sums.skipped += skipped
}

/** Adds the durations of a suite of Playwright's report, and of those within. */
function countSeconds({ file, suites: inner = [], specs = [] }) {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results))
  const duration = results.reduce((sum, result) => sum + result.duration / 1000, 0)
  const path = `tests/browser/${file}`
  files.set(path, (files.get(path) ?? 0) + duration)
  inner.forEach(countSeconds)
}

/** The tests of a suite of Playwright's report, and of those within, that failed or passed only when repeated. */
function failedIn({ file, suites = [], specs = [] }) {
  const failed = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results, status }) => ({
        name: `[${projectName}] ${file} › ${title}`,
        message: results.flatMap(({ errors }) => errors.map(errorText)).join('\n'),
        shown: results.map((result) => attached('shown', result)).find(Boolean),
        printed: results.map((result) => attached('server', result)).find(Boolean),
        isFlaky: status === 'flaky',
      })),
  )
  return [...failed, ...suites.flatMap(failedIn)]
}

/** An error with its file and line. */
function errorText({ message, location }) {
  return location ? `${basename(location.file)}:${location.line}: ${message}` : message
}

/** A text that a failed test attached: what its page `shown`, or what its `server` printed. */
function attached(kind, { attachments }) {
  const body = attachments.findLast(({ name }) => name === kind)?.body
  return body && Buffer.from(body, 'base64').toString()
}

function lastLines(text, count) {
  return text.trimEnd().split('\n').slice(-count).join('\n')
}

function firstLines(text, count) {
  return String(text).split('\n').slice(0, count).join('\n')
}
