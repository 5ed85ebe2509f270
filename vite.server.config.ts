import { existsSync, readdirSync } from 'node:fs'
import { defineConfig } from 'vite'
import { unbundled } from './scripts/unbundled.mjs'

const functions = readdirSync('supabase/functions')
  .filter((name) => existsSync(`supabase/functions/${name}/handler.ts`))
  .map((name) => [`functions/${name}`, `supabase/functions/${name}/handler.ts`] as const)

/** The server in one folder of plain JavaScript: starts in a fraction of the time that its sources need. */
export default defineConfig({
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist/server',
    emptyOutDir: true,
    sourcemap: true,
    rollupOptions: {
      input: {
        main: 'server/main.ts',
        admin: 'server/operations/commands/admin.ts',
        ai: 'server/operations/commands/ai.ts',
        backup: 'server/operations/commands/backup.ts',
        'database-template': 'server/operations/commands/database-template.ts',
        keys: 'server/operations/commands/keys.ts',
        restore: 'server/operations/commands/restore.ts',
        'web-app': 'server/operations/commands/web-app.ts',
        'pglite-worker': 'server/database/pglite-worker.ts',
        ...Object.fromEntries(functions),
      },
      // Flat, so that a file finds the folders of the repository from every chunk.
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        // Doc comments are a fifth of it, and are for readers of the sources.
        comments: { jsdoc: false },
      },
    },
  },
  ssr: {
    noExternal: true,
    // Only a server that runs from its sources uses esbuild.
    external: [...Object.values(unbundled).flat(), 'esbuild'],
  },
})
