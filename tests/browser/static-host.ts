import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

interface Rule {
  readonly path: string
  readonly headers: Record<string, string>
}

/** A host of files that follows the `_headers` and `_redirects` in its folder, as Netlify does. */
export async function serveFolder(folder: string) {
  const rules = readRules(readFileSync(join(folder, '_headers'), 'utf8'))
  const redirects = readFileSync(join(folder, '_redirects'), 'utf8').trim().split('\n')
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const isFile = (path: string) => existsSync(join(folder, path)) && statSync(join(folder, path)).isFile()
    const redirect = redirects.map((line) => line.split(' ')).find(([pattern = '']) => matches(pattern, pathname))
    const [, name = '', status = 404] = isFile(pathname) ? ['', pathname, 200] : (redirect ?? [])
    const headers = rules.filter(({ path }) => matches(path, pathname)).map((rule) => rule.headers)
    response
      .writeHead(Number(status), Object.assign({ 'content-type': TYPES[extname(name)] ?? 'text/plain' }, ...headers))
      .end(isFile(name) ? readFileSync(join(folder, name)) : '')
  })
  await new Promise<void>((resolve) => server.listen(0, () => resolve()))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A path, and below it indented lines with its headers. */
function readRules(text: string): Rule[] {
  return text.split(/\n(?=\/)/).map((block) => {
    const [path = '', ...lines] = block.trim().split('\n')
    const entries = lines.map((line) => line.trim().split(/:\s*(.*)/s)).map(([name = '', value = '']) => [name, value])
    return { path, headers: Object.fromEntries(entries) as Record<string, string> }
  })
}

const matches = (pattern: string, path: string): boolean =>
  pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern
