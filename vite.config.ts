import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/**
 * What the first screens share, in few files: every shared module in a file of its own would be fifty requests, and
 * small files compress badly. Everything else is split by route and by lazy part.
 */
const groups = [
  {
    name: 'base',
    test: /node_modules\/(react|react-dom|scheduler|react-router|@supabase\/auth-js)\/|createLucideIcon|domain\/result|web\/src\/(lib\/(client|lazy-part|session|texts|theme|toasts|drafts|return|roles|uuid)|app\/NotFound|ui\/(Button|Field|join|Page|Spinner|Tabs|Toaster))\b/,
  },
  {
    name: 'signed-in',
    test: /node_modules\/@tanstack\/|icons\/(calendar-plus|flag|layout-dashboard|messages-square|phone|plus|presentation|trash|trash-2|users)\.|domain\/(calendar|check-ins|goals|traction|week)\.|web\/src\/(app\/(AccountCard|DataProvider|Frame|Sidebar)|features\/(calendar\/(ConnectButton|connect|TypeIcon)|check-ins\/api|traction\/(api|use-loops))\.|lib\/(dates|keys|pages|profile|query-client|recent-rows|use-live-rows|use-now|use-optimistic)|ui\/(Badge|Brand|Card|LongList|LoopItem|PagedList|Stat|states))\b/,
  },
]

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
  plugins: [react(), tailwind(), stylesheetFirst],
  build: {
    outDir: path('dist/web'),
    emptyOutDir: true,
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
})
