import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { vi } from 'vitest'
import { freePort } from '../built-server.ts'

/** Starts a function like Supabase's runtime: its `index.ts` on Deno, with the project's API. */
export async function startOnDeno(name: string, env: Record<string, string>) {
  const port = await freePort()
  const child: ChildProcess = spawn(
    'node_modules/.bin/deno',
    ['run', '-A', '--no-check', '--node-modules-dir=manual', `supabase/functions/${name}/index.ts`],
    { env: { ...process.env, DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (printed += String(chunk)))
  const url = `http://127.0.0.1:${port}`
  await vi.waitFor(() => fetch(url, { method: 'OPTIONS' }).catch(() => Promise.reject(new Error(printed))), {
    timeout: 25_000,
    interval: 50,
  })
  return {
    url,
    stop: async () => {
      child.kill()
      await once(child, 'exit')
    },
  }
}
