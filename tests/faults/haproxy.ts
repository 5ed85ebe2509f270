import { execFileSync, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { freePort } from '../built-server.ts'

export const hasHaproxy = isInstalled()

function isInstalled(): boolean {
  try {
    execFileSync('haproxy', ['-v'])
    return true
  } catch {
    return false
  }
}

/**
 * HAProxy in front of these servers, until the test is over.
 * @param settings one line each
 * @param servers what follows the name in a line of a server: its address and options
 * @param folder for its configuration
 * @param sections further ones, after the section `upswing`
 * @returns its port
 */
export async function startHaproxy(
  settings: readonly string[],
  servers: readonly string[],
  folder: string,
  sections = '',
): Promise<number> {
  const port = await freePort()
  const lines = [
    `bind 127.0.0.1:${port}`,
    ...['connect 2s', 'client 1h', 'server 1h'].map((timeout) => `timeout ${timeout}`),
    ...settings,
    ...servers.map((server, index) => `server s${index} ${server}`),
  ]
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, `listen upswing\n${lines.map((line) => `  ${line}\n`).join('')}\n${sections}`)
  const child = spawn('haproxy', ['-f', file], { stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return port
}
