import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** The folder of the project: every script works there, wherever it was called from. */
export const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)

/** Runs a command to its end, and ends this process with its status when it fails. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    ...options,
  })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}

/**
 * Runs a tool of node_modules.
 * @param onStderr receives its standard error, which is printed as well
 * @returns its status when it has ended
 */
export async function runTool(name, args, env, onStderr) {
  const child = spawn(name, args, { ...toolOptions(env), stdio: ['inherit', 'inherit', onStderr ? 'pipe' : 'inherit'] })
  const { stderr } = child
  stderr?.setEncoding('utf8').on('data', (text) => {
    process.stderr.write(text)
    onStderr(text)
  })
  const [status, signal] = await once(child, 'exit')
  if (signal) onStderr?.(`\nEnded by ${signal}\n`)
  // A process that it left behind may hold the pipe open.
  if (stderr) await Promise.race([once(stderr, 'end'), sleep(1000)])
  stderr?.destroy()
  return status ?? 1
}

/** Runs a tool of node_modules to its end. @returns its status and what it printed */
export async function captureTool(name, args) {
  const tool = spawn(name, args, { ...toolOptions(process.env), stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [tool.stdout, tool.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const [status] = await once(tool, 'close')
  return { status, output: output.trimEnd() }
}

function toolOptions(env) {
  const PATH = [join(root, 'node_modules/.bin'), env.PATH].join(delimiter)
  return { shell: process.platform === 'win32', env: { ...env, PATH } }
}

/** Installs the packages that package-lock.json names, unless they are there. */
export function ensureInstalled() {
  if (isInstalled()) return
  console.log('Installing packages …')
  // Build tools are devDependencies, which npm leaves out where NODE_ENV says production.
  run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
}

/** Whether npm's own record, written at the end of an installation, has the versions of package-lock.json. */
function isInstalled() {
  try {
    const [wanted, installed] = ['package-lock.json', 'node_modules/.package-lock.json'].map(
      (file) => JSON.parse(readFileSync(file, 'utf8')).packages,
    )
    return Object.entries(wanted).every(
      ([path, wants]) => path === '' || isForElsewhere(wants) || installed[path]?.version === wants.version,
    )
  } catch {
    return false
  }
}

/** Whether it is optional, and not certain to be for this platform. */
function isForElsewhere({ optional, os, cpu, libc }) {
  if (!optional) return false
  return libc !== undefined || !os?.includes(process.platform) || !cpu?.includes(process.arch)
}

/** Builds web app and server, unless their sources are those of the last build. */
export async function ensureBuilt() {
  const stamp = 'dist/.built'
  const wanted = hashOf([
    'package-lock.json', 'vite.config.ts', 'vite.server.config.ts', 'scripts/prepare.mjs', 'scripts/precache.ts',
    'scripts/unbundled.mjs', 'scripts/fixed-clock.mjs',
    ...['web', 'server', 'domain', 'supabase'].flatMap(filesIn),
  ]) // prettier-ignore
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Building …')
  // Tests say `test` here, and React would come with its development half.
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  await build({ configFile: 'vite.config.ts', logLevel: 'warn' })
  await build({ configFile: 'vite.server.config.ts', logLevel: 'warn' })
  if (before === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = before
  await compress('dist/web')
  run(process.execPath, ['--import', './scripts/fixed-clock.mjs', 'dist/server/database-template.js', 'dist/database'])
  writeFileSync(stamp, wanted)
}

/** A brotli file beside each text file, for browsers that take it; index.html is answered by the server itself. */
async function compress(folder) {
  const { brotliCompressSync } = await import('node:zlib')
  for (const file of filesIn(folder)) {
    if (/\.(js|css|svg|json|txt|webmanifest)$/.test(file))
      writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)))
  }
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((file) => statSync(file).isFile() && !/\.test\.tsx?$/.test(file))
    .sort()
}

function hashOf(files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update('\0').update(readFileSync(file))
  return hash.digest('hex')
}
