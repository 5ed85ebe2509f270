// The server and the web app from their sources, on one port: Vite serves the app, which reloads as files change, and
// hands everything else to the server behind it, which starts again when its own files change.
import { spawn } from 'node:child_process'
import { createServer as createNetServer } from 'node:net'
import { ensureInstalled, root } from './prepare.mjs'

ensureInstalled()
const { createServer } = await import('vite')
const host = process.env.HOST || '127.0.0.1'
const port = Number(process.env.PORT || 3000)
const behind = await freePort()
const target = `http://127.0.0.1:${behind}`
const proxied = [
  'auth/v1',
  'rest/v1',
  'functions/v1',
  'mcp',
  'operator/v1',
  'config\\.json',
  'healthz',
  'readyz',
  'metrics',
]

const vite = await createServer({
  configFile: 'vite.config.ts',
  server: {
    host,
    port,
    strictPort: true,
    // The app imports domain/, which lies beside it.
    fs: { allow: [root] },
    proxy: {
      [`^/(${proxied.join('|')})`]: { target },
      '/realtime/v1': { target, ws: true },
    },
  },
})
await vite.listen()

const watch = ['watch', '--clear-screen=false', '--include', 'supabase/**/*', '--include', 'server/**/*.sql']
const server = spawn(process.execPath, ['node_modules/tsx/dist/cli.mjs', ...watch, 'server/main.ts'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(behind),
    PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${port}`,
  },
})
server.once('exit', (status) => void vite.close().then(() => process.exit(status ?? 0)))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))

function freePort() {
  return new Promise((resolve) => {
    const probe = createNetServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
