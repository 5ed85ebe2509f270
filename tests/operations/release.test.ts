import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureBuilt, startBuilt } from '../built-server.ts'

const run = promisify(execFile)

/** Another user than the owner of the files, where this one may become it. */
const OTHER_USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

const folder = mkdtempSync(join(tmpdir(), 'upswing-release-'))
const file = (name: string) => join(folder, name)
let archive: string
let unpacked: string

beforeAll(async () => {
  await ensureBuilt()
  await run(process.execPath, ['scripts/release.mjs', folder])
  archive = readdirSync(folder).find((name) => name.endsWith('.tar.gz')) ?? ''
  mkdirSync(file('opt'), { mode: 0o755 })
  await run('tar', ['-xzf', file(archive), '-C', file('opt')])
  await run('chmod', ['-R', 'a-w', file('opt')])
  await run('chmod', ['a+rx', folder])
  unpacked = join(file('opt'), readdirSync(file('opt'))[0] ?? '')
}, 300_000)
afterAll(async () => {
  await run('chmod', ['-R', 'u+w', folder])
  rmSync(folder, { recursive: true })
})

test('the archive has what runs, its licences and its packages, and nothing else', () => {
  const [checksum] = readFileSync(file(`${archive}.sha256`), 'utf8').split(' ')
  expect(checksum).toBe(
    createHash('sha256')
      .update(readFileSync(file(archive)))
      .digest('hex'),
  )
  expect(readdirSync(unpacked).toSorted()).toEqual([
    '.env.example', 'CHANGELOG.md', 'LICENSE', 'README.md', 'THIRD-PARTY-LICENSES.txt', 'dist', 'node_modules', 'package.json',
    'sbom.cdx.json', 'server', 'supabase',
  ]) // prettier-ignore
  const all = readdirSync(unpacked, { recursive: true, encoding: 'utf8' })
  expect(all.filter((name) => /\.(ts|tsx|test\.js)$/.test(name))).toEqual([])
  expect(all.filter((name) => /^node_modules\/(react|vite|typescript|vitest)\//.test(name))).toEqual([])
  const bill = JSON.parse(readFileSync(join(unpacked, 'sbom.cdx.json'), 'utf8')) as {
    bomFormat: string
    components: { group?: string; name: string }[]
  }
  expect(bill.bomFormat).toBe('CycloneDX')
  const names = bill.components.map(({ group, name }) => (group === undefined ? name : `${group}/${name}`))
  // In a bundle, and in node_modules.
  expect(names).toEqual(expect.arrayContaining(['react', 'hono', '@electric-sql/pglite']))
  expect(names).not.toContain('vite')
  const licences = readFileSync(join(unpacked, 'THIRD-PARTY-LICENSES.txt'), 'utf8')
  for (const name of ['react', 'hono', '@electric-sql/pglite'])
    expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'))
})

test('another user starts it in a read-only folder, signs up, and finds the account after a restart', async () => {
  const DATA_DIR = file('data')
  mkdirSync(DATA_DIR)
  if (OTHER_USER.uid !== undefined) chownSync(DATA_DIR, OTHER_USER.uid, OTHER_USER.gid)
  const env = { DATA_DIR, NODE_ENV: 'production', PUBLIC_URL: 'http://localhost:3000' }
  const start = () => startBuilt(env, undefined, [], { cwd: unpacked, ...OTHER_USER })
  const key = async (url: string) =>
    ((await (await fetch(`${url}/config.json`)).json()) as { supabaseKey: string }).supabaseKey
  const post = async (url: string, path: string, body: object) => {
    const headers = { apikey: await key(url), 'Content-Type': 'application/json' }
    return fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  }
  const account = { email: 'ana@example.com', password: 'secret-of-ana' }

  const first = await start()
  expect((await fetch(first.url)).headers.get('content-type')).toMatch(/html/)
  expect((await post(first.url, '/auth/v1/signup', account)).status).toBe(200)
  // Functions and their schedules are there, too.
  expect((await post(first.url, '/functions/v1/booking', {})).status).not.toBe(404)
  expect((await first.end('SIGTERM')).code).toBe(0)

  const second = await start()
  expect((await post(second.url, '/auth/v1/token?grant_type=password', account)).status).toBe(200)
  expect((await second.end('SIGTERM')).code).toBe(0)
  expect(second.printed()).not.toMatch(/"level":(50|60)/)

  const backup = ['dist/server/backup.js', join(DATA_DIR, 'copy.gz')]
  const { stdout } = await run(process.execPath, backup, {
    cwd: unpacked,
    env: { ...env, PATH: process.env['PATH'] },
    ...OTHER_USER,
  })
  expect(stdout).toContain('copy.gz')
})
