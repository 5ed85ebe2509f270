import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ensureBuilt, envOf, freePort, startBuilt, type BuiltServer } from '../built-server.ts'
import type { OwnDatabase } from '../engines.ts'
import { engines } from '../harness.ts'
import { BACK_MS, RECEIVED_MS } from './deadlines.ts'
import { signedIn, signUp, type SignedIn } from './founder.ts'
import { hasHaproxy, startHaproxy } from './haproxy.ts'
import { openForTest } from './own-server.ts'
import { subscribe } from './subscribe.ts'

const WRITERS = 6
/** Milliseconds between the requests of a writer. */
const PAUSE_MS = 40
/** Pages that are opened at least while two builds are served. */
const PAGES = 10
/** Milliseconds in which HAProxy notices a node that has started or ended, and some load on the new nodes. */
const SETTLED_MS = 1500

/** A new version's change to a table in use. */
const NEXT_MIGRATION = `
  alter table public.goals add column next_version text not null default 'next', add constraint not_empty check (text <> '');
  create index next_goals on public.goals (user_id, next_version);
  create table public.next_things (id uuid primary key default gen_random_uuid(), user_id uuid not null);
  alter table public.next_things enable row level security;
  grant select on public.next_things to authenticated;
  update public.goals set next_version = 'moved';
`

/** A new version's change to functions in use: all files are applied again, this one with a function and a trigger more. */
const NEXT_SCHEMA = `
  create or replace function private.next_version() returns trigger language plpgsql set search_path = '' as
    $$ begin new.next_version := 'written'; return new; end $$;
  create or replace trigger next_version before insert on public.goals
    for each row execute function private.next_version();
`

if (!hasHaproxy) console.warn('No haproxy: a rolling upgrade behind it is not tested')

beforeAll(ensureBuilt)

describe.runIf(hasHaproxy && engines.includes('postgres'))('a rolling upgrade of two nodes behind HAProxy', () => {
  test(
    'no request fails, live changes resume, and the older version refuses to start',
    { timeout: 120_000 },
    async () => {
      const own = await openForTest('postgres')
      const next = nextVersion(join(own.dataDir, 'next'))
      const ports = await Promise.all([1, 2, 3, 4].map(() => freePort()))
      const [oldA, oldB, newA, newB] = ports as [number, number, number, number]
      const url = await startProxy(ports, own.dataDir)

      const olds = [await startNode(own, oldA), await startNode(own, oldB)] as const
      const founder = await throughProxy(url)
      const client = signedIn({ url }, founder)
      const live = await subscribe({ url }, client)
      onTestFinished(live.stop)
      await vi.waitFor(() => expect(live.statuses).toContain('SUBSCRIBED'), { timeout: BACK_MS })
      const load = startLoad(client)

      await sleep(SETTLED_MS)
      const first = await startNode(own, newA, next)
      await vi.waitFor(() => expect(first.printed()).toContain('"msg":"migrated"'))
      await readPagesOfBothBuilds(url)
      expect((await olds[0].end('SIGTERM')).code).toBe(0)
      await startNode(own, newB, next)
      await sleep(SETTLED_MS)
      expect((await olds[1].end('SIGTERM')).code).toBe(0)
      await sleep(SETTLED_MS)
      const { written, failed } = await load.stop()

      expect(failed).toEqual([])
      expect(written.length).toBeGreaterThan(100)
      expect((await client.texts()).toSorted()).toEqual(written.toSorted())
      await vi.waitFor(() => expect(live.statuses.at(-1)).toBe('SUBSCRIBED'), { timeout: BACK_MS })
      expect(await client.add('After the upgrade')).toBe(201)
      await vi.waitFor(() => expect(live.received).toContain('After the upgrade'), { timeout: RECEIVED_MS })
      for (const node of olds) expect(node.printed()).not.toMatch(/"level":(50|60)/)

      await expect(startNode(own, oldA)).rejects.toThrow(/has migration 2999\d+_next, which this version .* lacks/)
    },
  )
})

/** Opens pages as browsers do until the proxy has sent one of each build, and expects every file that they name. */
async function readPagesOfBothBuilds(url: string): Promise<void> {
  const builds = new Set<string>()
  const readPage = async () => {
    const page = await (await fetch(url)).text()
    const files = page.match(/\/assets\/[\w.-]+/g) ?? []
    const responses = await Promise.all(files.map((path) => fetch(url + path)))
    await Promise.all(responses.map((response) => response.arrayBuffer()))
    expect(responses.filter(({ ok }) => !ok).map((response) => response.url)).toEqual([])
    builds.add(/name="build" content="(\w+)"/.exec(page)?.[1] ?? '')
  }
  const until = Date.now() + BACK_MS
  for (let page = 1; page <= PAGES || (builds.size < 2 && Date.now() < until); page++) await readPage()
  expect(builds.size).toBe(2)
}

/** A node of the version in this folder, which must not share its data folder with another. */
async function startNode(own: OwnDatabase, port: number, folder?: string): Promise<BuiltServer> {
  const env = { ...envOf(own), DATA_DIR: join(own.dataDir, `node-${port}`), PORT: String(port) }
  const node = await startBuilt(env, undefined, [], folder === undefined ? {} : { cwd: folder })
  onTestFinished(async () => void (await node.end('SIGKILL')))
  return node
}

/** This program with a migration and a function more, and other files, as the next version will have. @returns its folder */
function nextVersion(folder: string): string {
  mkdirSync(folder)
  for (const part of ['dist', 'supabase', 'server', 'package.json'])
    if (existsSync(part)) cpSync(part, join(folder, part), { recursive: true })
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  renameFiles(join(folder, 'dist/web'))
  writeFileSync(join(folder, 'supabase/migrations/29990101000000_next.sql'), NEXT_MIGRATION)
  appendFileSync(join(folder, 'supabase/schemas/goals.sql'), NEXT_SCHEMA)
  return folder
}

/** The files that a page names, with other hashes in their names. */
function renameFiles(web: string): void {
  const page = readFileSync(join(web, 'index.html'), 'utf8')
  for (const path of new Set(page.match(/assets\/[\w.-]+/g)))
    renameSync(join(web, path), join(web, path.replace('assets/', 'assets/next-')))
  const next = page.replaceAll('/assets/', '/assets/next-').replace(/(name="build" content=")/, '$1f')
  writeFileSync(join(web, 'index.html'), next)
}

/** Signs up as soon as the proxy has found a node. */
function throughProxy(url: string) {
  return vi.waitFor(() => signUp({ url }, 'ana'), { timeout: BACK_MS, interval: 200 })
}

/** Adds goals and reads them until it is stopped; each request is answered before the next one of its writer. */
function startLoad(client: SignedIn) {
  const written: string[] = []
  const failed: unknown[] = []
  let isStopped = false
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let turn = 0; !isStopped; turn++) {
      const text = `Goal ${writer}-${turn}`
      const status = await client.add(text)
      if (status === 201) written.push(text)
      else failed.push([text, status])
      const read = await client.request('/goals?select=*&order=created_at.desc&limit=20')
      if (read?.status !== 200) failed.push(['read', read?.status])
      await read?.arrayBuffer().catch(() => failed.push(['a cut answer', text]))
      await sleep(PAUSE_MS)
    }
  })
  const stop = async () => {
    isStopped = true
    await Promise.all(writers)
    return { written, failed }
  }
  onTestFinished(async () => void (await stop()))
  return { stop }
}

/** HAProxy in front of nodes at these ports, configured as in docs/operating.md. @returns its URL */
async function startProxy(ports: readonly number[], folder: string): Promise<string> {
  const settings = [
    'mode http',
    'retries 3',
    'option redispatch 1',
    'retry-on conn-failure empty-response',
    'option httpchk',
    'http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host upswing',
    'default-server inter 500ms fall 1 rise 1',
    'use_backend files if { path_beg /assets/ }',
  ]
  const files = [
    'mode http',
    'timeout connect 2s',
    'timeout server 1h',
    'retries 20',
    'option redispatch 1',
    'retry-on conn-failure empty-response 404',
    ...ports.map((port, index) => `server s${index} 127.0.0.1:${port} track upswing/s${index}`),
  ]
  const servers = ports.map((port) => `127.0.0.1:${port} check`)
  const sections = `backend files\n${files.map((line) => `  ${line}\n`).join('')}`
  return `http://127.0.0.1:${await startHaproxy(settings, servers, folder, sections)}`
}
