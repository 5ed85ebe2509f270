import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { precache } from './scripts/precache.ts'

type ChunkingContext = Rolldown.ChunkingContext

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

const PAGE = path('web/index.html')
const MAIN = path('web/src/main.tsx')
const SIGN_IN = path('web/src/routes/AuthPage.tsx')
const BOARD = [path('web/src/app/FounderLayout.tsx'), path('web/src/routes/CommandBoard.tsx')]

/**
 * The modules that the first screens share, in three files: each in a file of its own would be fifty requests, and
 * small files compress badly. `base` is what every page needs, and what sign-in and board share; `sign-in`
 * and `signed-in` are what each of the two shares with further screens.
 */
function groupOf(id: string, modules: ChunkingContext): string | null {
  const screens = screensOf(id, modules)
  // The entry of a screen has a file of its own, under its name in the build's manifest.
  if (screens.has(id) || id === MAIN) return null
  const isOnBoard = BOARD.some((screen) => screens.has(screen))
  if (screens.has(PAGE) || (isOnBoard && screens.has(SIGN_IN))) return 'base'
  if (screens.size === 1) return null
  return isOnBoard ? 'signed-in' : screens.has(SIGN_IN) ? 'sign-in' : null
}

/** The files that begin a screen or a lazy part and import this module, directly or through others. */
function screensOf(id: string, modules: ChunkingContext, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return new Set()
  seen.add(id)
  const { isEntry = false, dynamicImporters = [], importers = [] } = modules.getModuleInfo(id) ?? {}
  const own = isEntry || dynamicImporters.length > 0 ? [id] : []
  return new Set([...own, ...importers.flatMap((importer) => [...screensOf(importer, modules, seen)])])
}

/** Icons are drawn by create-icon.ts, which says why. */
const ownIcons: Plugin = {
  name: 'own-icons',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id === '../createLucideIcon.mjs' ? path('web/src/ui/create-icon.ts') : undefined),
}

/** Imports each icon from its own file: an icon in the index of all seems to be on every screen that has any. */
const iconsByFile: Plugin = {
  name: 'icons-by-file',
  apply: 'build',
  // TypeScript's types are gone by then.
  enforce: 'post',
  transform: (code) =>
    code.replace(/import {([^}]*)} from "lucide-react"/, (_, icons: string) =>
      icons.split(',').map((icon) => {
        const [name = '', alias = name] = icon.trim().split(' as ')
        const file = name.replace(/(?<=[a-z])(?=[A-Z\d])/g, '-').toLowerCase()
        return `import ${alias} from "lucide-react/icons/${file}"`
      }).join(';')), // prettier-ignore
}

/** Nothing is drawn before the stylesheet: without HTTP/2, which asks for six files at once, it would come after scripts. */
const stylesheetFirst: Plugin = {
  name: 'stylesheet-first',
  transformIndexHtml: {
    order: 'post',
    handler: (page) => {
      const [link = ''] = /<link rel="stylesheet"[^>]*>\s*/.exec(page) ?? []
      return page.replace(link, '').replace('<link ', `${link}<link `)
    },
  },
}

export default defineConfig({
  root: path('web'),
  plugins: [
    react(),
    tailwind(),
    ownIcons,
    iconsByFile,
    stylesheetFirst,
    precache({ worker: path('web/service-worker/sw.ts'), publicDir: path('web/public') }),
  ],
  // The auth client is given its storage: without this it brings another, and writes to the browser's to try it.
  define: { 'globalThis.localStorage': 'undefined' },
  build: {
    outDir: path('dist/web'),
    emptyOutDir: true,
    manifest: true,
    // A browser without it loads the same files, later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: groupOf, debugName: 'screens' },
            // What later screens share of these is small and in many files, which each screen that leads to them names.
            { name: 'icons', test: /lucide-react/, minShareCount: 2 },
            { name: 'dialogs', test: /@base-ui.*(dialog|scroll-lock|composite|button)/i, minShareCount: 2 },
          ],
        },
        // The first screens name a hundred files, and hashes do not compress: 28 bits tell two builds of a file apart.
        hashCharacters: 'hex',
        chunkFileNames: 'assets/[name]-[hash:7].js',
      },
    },
  },
})
