import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
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

/** Runs a tool of node_modules. @returns its status when it has ended */
export function runTool(name, args, env) {
  const child = spawn(name, args, { ...toolOptions(env), stdio: 'inherit' })
  return new Promise((resolve, reject) => child.once('error', reject).once('exit', (status) => resolve(status ?? 1)))
}

/** Runs a tool of node_modules to its end. @returns its status and what it printed */
export function captureTool(name, args) {
  const { status, stdout, stderr } = spawnSync(name, args, { ...toolOptions(process.env), encoding: 'utf8' })
  return { status, output: `${stdout}${stderr}`.trimEnd() }
}

function toolOptions(env) {
  const PATH = [join(root, 'node_modules/.bin'), env.PATH].join(delimiter)
  return { shell: process.platform === 'win32', env: { ...env, PATH } }
}

/** Installs the packages that package-lock.json names, unless they are there. */
export function ensureInstalled() {
  const stamp = 'node_modules/.installed'
  const wanted = hashOf(['package-lock.json'])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Installing packages …')
  // What builds is among the packages for development, which npm leaves out where NODE_ENV says production.
  run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
  writeFileSync(stamp, wanted)
}

/** Builds web app and server, unless their sources are those of the last build. */
export async function ensureBuilt() {
  const stamp = 'dist/.built'
  const wanted = hashOf([
    'package-lock.json', 'vite.config.ts', 'vite.server.config.ts', 'scripts/prepare.mjs', 'scripts/precache.ts',
    'scripts/unbundled.mjs',
    ...['web', 'server', 'domain', 'supabase/functions'].flatMap(filesIn),
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
