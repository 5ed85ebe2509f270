import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { buildSync } from 'esbuild'
import type { Plugin, Rolldown } from 'vite'

/** In web/index.html, where the build's id is put. */
const PLACEHOLDER = '%BUILD%'

/** Screens of the admin area, which needs the network. */
const ADMIN = /\/web\/src\/(app\/AdminLayout|features\/admin\/|features\/squad\/AdminSquad)/

/** Public files that no page without a network needs. The server puts the name of the product in the manifest. */
const NOT_OFFLINE = new Set(['manifest.webmanifest', 'robots.txt'])

interface Paths {
  /** The service worker's source. */
  readonly worker: string
  /** Files that are copied as they are. */
  readonly publicDir: string
}

/**
 * Builds the service worker to /sw.js, with the id and the files of this build; the page gets the same id, by which the
 * worker recognizes the pages of its build.
 */
export const precache = ({ worker, publicDir }: Paths): Plugin => ({
  name: 'precache',
  apply: 'build',
  enforce: 'post',
  generateBundle(_, bundle) {
    const page = bundle['index.html']
    if (page?.type !== 'asset') throw new Error('The build has no index.html')
    const source = String(page.source)
    const publicFiles = readdirSync(publicDir).sort()
    const id = hashOf([
      source,
      ...Object.keys(bundle).sort(),
      ...publicFiles.map((name) => readFileSync(`${publicDir}/${name}`)),
    ])
    page.source = source.replace(PLACEHOLDER, id)
    const files = [
      ...Object.values(bundle)
        .filter(isPrecached)
        .map(({ fileName }) => fileName),
      ...publicFiles.filter((name) => !NOT_OFFLINE.has(name)),
    ]
    this.emitFile({
      type: 'asset',
      fileName: 'sw.js',
      source: workerCode(
        worker,
        id,
        files.map((name) => `/${name}`),
      ),
    })
  },
})

function isPrecached(file: Rolldown.OutputAsset | Rolldown.OutputChunk): boolean {
  if (!file.fileName.startsWith('assets/') || file.fileName.endsWith('.map')) return false
  return file.type === 'asset' || !ADMIN.test(file.facadeModuleId ?? '')
}

function workerCode(worker: string, id: string, files: readonly string[]): string {
  const { outputFiles } = buildSync({
    entryPoints: [worker],
    bundle: true,
    write: false,
    minify: true,
    target: 'es2022',
    define: { BUILD: JSON.stringify(id), FILES: JSON.stringify(files) },
  })
  return outputFiles[0]!.text
}

function hashOf(parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex').slice(0, 16)
}
