import { execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { AuthClient } from '@supabase/auth-js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort, isHealthy } from '../built-server.ts'

const run = promisify(execFile)
const BASE_IMAGE = 'node:22-slim'

/** The program that runs containers here, or why there is none. */
function findEngine(): { engine: string } | { missing: string } {
  const failures: string[] = []
  for (const engine of ['podman', 'docker']) {
    try {
      // The program may be installed and not allowed to run one, or unable to fetch the image.
      execFileSync(engine, ['run', '--rm', BASE_IMAGE, 'true'], { stdio: 'pipe', timeout: 60_000 })
      return { engine }
    } catch (error) {
      failures.push(`${engine}: ${(error as Error).message.trim().split('\n').at(-1)}`)
    }
  }
  return { missing: failures.join('; ') }
}

const found = findEngine()
if ('missing' in found) console.warn(`The image of deploy/Containerfile is not tested: ${found.missing}`)

describe.skipIf('missing' in found)('deploy/Containerfile', () => {
  const engine = 'engine' in found ? found.engine : ''
  const name = `upswing-test-${randomBytes(4).toString('hex')}`
  let port: number
  beforeAll(async () => {
    port = await freePort()
    const format = engine === 'podman' ? ['--format', 'docker'] : []
    await run(engine, ['build', ...format, '-f', 'deploy/Containerfile', '-t', name, '.'], { maxBuffer: 2 ** 26 })
  }, 600_000)
  afterAll(async () => {
    await run(engine, ['rm', '--force', '--volumes', name])
    await run(engine, ['rmi', '--force', name])
  })

  const url = () => `http://127.0.0.1:${port}`
  async function accounts() {
    const { supabaseKey } = (await (await fetch(`${url()}/config.json`)).json()) as { supabaseKey: string }
    return new AuthClient({ url: `${url()}/auth/v1`, headers: { apikey: supabaseKey }, autoRefreshToken: false })
  }
  const untilHealthy = () =>
    vi.waitFor(async () => expect(await isHealthy(`${url()}/healthz`)).toBe(true), { timeout: 40_000, interval: 100 })
  const inside = async (command: string) => (await run(engine, ['exec', name, 'sh', '-c', command])).stdout

  test('an image is built that runs read-only and as a user of its own, ends cleanly, and keeps its data', async () => {
    const listening = ['--publish', `127.0.0.1:${port}:${port}`, '--env', `PORT=${port}`]
    await run(engine, ['run', '--detach', '--name', name, '--read-only', ...listening, '--volume', '/data', name])
    await untilHealthy()
    const account = { email: 'ada@example.org', password: randomBytes(12).toString('hex') }
    expect((await (await accounts()).signUp(account)).error).toBeNull()
    expect(await inside('id -un')).toBe('node\n')
    expect(await inside('touch /app/own 2>&1 || true')).toContain('Read-only')

    await run(engine, ['stop', '--time', '20', name])
    const { stdout } = await run(engine, ['inspect', '--format', '{{.State.ExitCode}}', name])
    expect(stdout).toBe('0\n')
    await run(engine, ['start', name])
    await untilHealthy()
    expect((await (await accounts()).signInWithPassword(account)).error).toBeNull()
  }, 120_000)
})
