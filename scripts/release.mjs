/**
 * `npm run release [-- FOLDER]`: one archive with what runs and nothing else, for this platform, beside its checksum. The same
 * sources and packages give the same bytes. FOLDER is `release` unless given.
 */
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { ensureBuilt, ensureInstalled, run } from './prepare.mjs'
import { unbundled } from './unbundled.mjs'

const folder = resolve(process.env.INIT_CWD ?? process.cwd(), process.argv[2] ?? 'release')
ensureInstalled()
await ensureBuilt()

const project = readJson('package.json')
/** Every installed package by its folder: package-lock.json's entries. */
const locked = readJson('package-lock.json').packages
const name = `upswing-${project.version}-${process.platform}-${process.arch}`
const target = join(folder, name)
rmSync(target, { recursive: true, force: true })

copy('dist', (file) => !file.endsWith('.built'))
copy('supabase/migrations')
copy('supabase/schemas')
copy('supabase/functions', (file) => !/\.\w+$/.test(file) || file.endsWith('schedule.json'))
copy('server', (file) => !/\.\w+$/.test(file) || file.endsWith('.sql'))
for (const file of ['LICENSE', 'CHANGELOG.md', '.env.example']) copy(file)
for (const path of needed()) copy(path, (file) => !/\.(map|md|d\.[cm]?ts)$/i.test(file))
write('README.md', readFileSync('deploy/release.md', 'utf8'))
write('package.json', `${JSON.stringify(manifest(), null, 2)}\n`)
write('THIRD-PARTY-LICENSES.txt', licences())
write('sbom.cdx.json', billOfMaterials())
removeEmptyFolders(target)
// With its empty folders, without which PostgreSQL does not start.
copy('dist/database')

const archive = `${name}.tar.gz`
// No names and times of this machine.
const steady = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=2000-01-01', '--mode=u=rwX,go=rX']
run('tar', [...steady, '--use-compress-program=gzip -n -9', '-C', folder, '-cf', join(folder, archive), name])
const bytes = readFileSync(join(folder, archive))
writeFileSync(join(folder, `${archive}.sha256`), `${createHash('sha256').update(bytes).digest('hex')}  ${archive}\n`)
console.log(`${join(folder, archive)}: ${(bytes.length / 2 ** 20).toFixed(1)} MiB`)

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function write(file, text) {
  writeFileSync(join(target, file), text)
}

function copy(path, isCopied = () => true) {
  mkdirSync(dirname(join(target, path)), { recursive: true })
  cpSync(path, join(target, path), { recursive: true, filter: isCopied })
}

/** The folders of the unbundled packages and all that they need, as far as they are installed for this platform. */
function needed() {
  const found = new Set()
  const add = (path) => {
    if (path === undefined || found.has(path) || !existsSync(path)) return
    found.add(path)
    const { dependencies, optionalDependencies, peerDependencies } = locked[path]
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      add(resolved(name, path))
  }
  for (const name of Object.keys(unbundled)) add(`node_modules/${name}`)
  // A package inside another one comes with it.
  return [...found].filter((path) => ![...found].some((other) => path.startsWith(`${other}/`)))
}

/** The folder in which Node finds a package from another one's folder. */
function resolved(name, from) {
  for (let within = from; ; within = within.slice(0, within.lastIndexOf('/node_modules/'))) {
    const path = `${within}/node_modules/${name}`
    if (locked[path]) return path
    if (!within.includes('/node_modules/')) return locked[`node_modules/${name}`] && `node_modules/${name}`
  }
}

/** package.json of the release: its packages are there, and nothing is built. */
function manifest() {
  const { version, description, license, type, engines } = project
  const command = (name) => [name, `node dist/server/${name}.js`]
  return {
    name: project.name,
    version,
    description,
    license,
    private: true,
    type,
    engines,
    scripts: {
      start: 'node dist/server/main.js',
      ...Object.fromEntries(['admin', 'ai', 'backup', 'keys', 'restore', 'web-app'].map(command)),
    },
    dependencies: Object.fromEntries(
      Object.keys(unbundled).map((name) => [name, locked[`node_modules/${name}`].version]),
    ),
  }
}

/** The installed packages that a release has, in its bundles or its node_modules. */
function packages() {
  return Object.entries(locked).filter(
    ([path, { dev, devOptional }]) => path && !dev && !devOptional && existsSync(path),
  )
}

function nameOf(path) {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

function licences() {
  const texts = packages().map(([path, { version, license }]) => {
    const title = `${nameOf(path)} ${version} (${license ?? 'see below'})`
    const files = readdirSync(path).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
    return [title, ...files.map((file) => readFileSync(join(path, file), 'utf8').trim())].join('\n\n')
  })
  return `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

/** CycloneDX 1.6. The hash is that of the package as it was downloaded. */
function billOfMaterials() {
  const components = packages().map(([path, { version, license, integrity }]) => {
    const fullName = nameOf(path)
    const [name, group] = fullName.split('/').reverse()
    const purl = `pkg:npm/${fullName.replace('@', '%40')}@${version}`
    const [algorithm, hash] = integrity.split('-')
    return {
      type: 'library',
      'bom-ref': `${purl}#${path}`,
      ...(group && { group }),
      name,
      version,
      purl,
      ...(license && { licenses: [{ expression: license }] }),
      hashes: [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(hash, 'base64').toString('hex') }],
    }
  })
  const component = { type: 'application', name: project.name, version: project.version }
  const bill = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata: { component }, components }
  return `${JSON.stringify(bill, null, 2)}\n`
}

function removeEmptyFolders(path) {
  for (const entry of readdirSync(path, { withFileTypes: true }))
    if (entry.isDirectory()) removeEmptyFolders(join(path, entry.name))
  if (readdirSync(path).length === 0) rmSync(path, { recursive: true })
}
