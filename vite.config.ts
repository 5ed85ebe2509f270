import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/**
 * What the first screens share, in few files: every shared module in a file of its own would be fifty requests, and
 * small files compress badly. Everything else is split by route and by lazy part.
 */
const groups = [
  {
    name: 'base',
    test: /node_modules\/(react|react-dom|scheduler|react-router|@supabase\/auth-js)\/|createLucideIcon|web\/src\/(lib\/(client|lazy-part|session|texts|theme|toasts|drafts)|ui\/(Button|Field|join|Page|Spinner|Tabs|Toaster))\b/,
  },
  {
    name: 'signed-in',
    test: /node_modules\/@tanstack\/|web\/src\/(app\/(DataProvider|Frame|Sidebar)|lib\/(dates|keys|profile|query-client|use-live-rows|use-optimistic)|ui\/(Badge|Brand|Card|LoopItem|PagedList|Stat|states))\b/,
  },
]

export default defineConfig({
  root: path('web'),
  plugins: [react(), tailwind()],
  // The product stores no files: the storage client, a tenth of supabase-js, is left out.
  resolve: { alias: { '@supabase/storage-js': path('web/src/lib/no-storage.ts') } },
  build: {
    outDir: path('dist/web'),
    emptyOutDir: true,
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
})
