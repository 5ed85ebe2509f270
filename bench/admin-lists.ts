/**
 * Measures every request of the admin's screens with 10,000 founders and 1,000,000 messages, on PostgreSQL:
 * `npx tsx bench/admin-lists.ts`. Fails when one takes 100 ms (the radar 200, the week of the team 800), or reads a whole table that it need not.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { administer, dropping, onDatabase } from '../tests/engines.ts'
import { measureAdminLists } from '../tests/scale/admin-lists.ts'

const size = { founders: 10_000, messages: 100, loops: 5, notes: 10, decisions: 10, weeks: 26 }
/** These read every founder. */
const slower: Readonly<Record<string, number>> = { 'founders at risk': 200, 'the week of the team': 800 }
/** Every note has the words. */
const isOfAllNotes = (request: string) => request.startsWith('notes {"search":"sign-on",')
const maxMs = (request: string) => (isOfAllNotes(request) ? 400 : (slower[request] ?? 100))

const url = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const name = `upswing_bench_${randomBytes(4).toString('hex')}`
const dataDir = await mkdtemp(join(tmpdir(), 'upswing-bench-'))
await administer(url, [`create database ${name}`])
try {
  const { seededInMs, measured } = await measureAdminLists(onDatabase(url, name), dataDir, size)
  const slow = measured.filter((one) => one.ms >= maxMs(one.name) || one.readWhole.length > 0)
  console.log(`Seeded in ${(seededInMs / 1000).toFixed(1)} s\n`)
  console.log('| request | ms | reads whole |\n| --- | ---: | --- |')
  for (const one of measured) console.log(`| ${one.name} | ${one.ms.toFixed(1)} | ${one.readWhole.join(', ')} |`)
  for (const { name: request, plans } of slow) console.log(`\n${request}:\n${plans}`)
  process.exitCode = slow.length === 0 ? 0 : 1
} finally {
  await administer(url, dropping(name))
  await rm(dataDir, { recursive: true, force: true })
}
