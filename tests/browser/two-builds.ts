import { readdirSync, readFileSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

/** The files of a build by their paths; text files as text. */
type Build = ReadonlyMap<string, string | Buffer>

/** A response in place of a file. */
interface Fault {
  readonly status?: number
  readonly type?: string
  readonly body?: string
  /** The response never ends. */
  readonly stalls?: boolean
}

const folder = 'dist/web'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/**
 * Serves the build in `dist/`, and after `deployNext` another one: with other file names, and other headings. Its
 * predecessor's files are gone then. Everything else is the product's.
 * @param product its origin
 */
export async function serveTwoBuilds(product: string) {
  const { current, next } = (builds ??= readBuilds())
  let served = current
  const missing: string[] = []
  let isDeployed = (_path: string) => false
  let faultOf = (_path: string): Fault | undefined => undefined
  let isInTurns = false
  let requests = 0
  const server = createServer((incoming, response) => {
    const path = new URL(incoming.url ?? '/', product).pathname
    const isScreen = extname(path) === '' && !/\/v1\//.test(path)
    const name = isScreen ? '/index.html' : path
    if (isInTurns) served = isScreen || ++requests % 2 ? next : current
    const file = served.get(name)
    if (isDeployed(path)) served = next
    const fault = incoming.method === 'GET' ? faultOf(path) : undefined
    if (fault) {
      const { status = 200, type, body = '', stalls = false } = fault
      response.writeHead(status, type === undefined ? {} : { 'Content-Type': type }).write(body)
      return stalls ? undefined : response.end()
    }
    if (file !== undefined) return response.writeHead(200, { 'Content-Type': TYPES[extname(name)] }).end(file)
    if (path.startsWith('/assets/')) {
      missing.push(path)
      return response.writeHead(404).end()
    }
    return forward(product, incoming, response)
  })
  await new Promise<void>((resolve) => server.listen(0, () => resolve()))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    deployNext: () => (served = next),
    /** The next build is deployed after the response to this request. */
    deployNextAfter: (request: typeof isDeployed) => (isDeployed = request),
    /** Pages are those of the next build, and files of two servers in turns: only one has the next build. */
    deployInTurns: () => (isInTurns = true),
    /** Requests of these paths get something else. */
    answerWith: (faults: typeof faultOf) => (faultOf = faults),
    /** The same for a page, as from a host that has one for what is gone, or from a portal to sign in at. */
    answerWithPage: (paths: (path: string) => boolean) =>
      (faultOf = (path) => (paths(path) ? { type: TYPES['.html'] ?? '', body: '<p>Sign in first</p>' } : undefined)),
    /** Files that were requested after they had left the server. */
    missing: () => missing,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

let builds: ReturnType<typeof readBuilds> | undefined

/** Once in a process: half a second goes into the next one's names. */
function readBuilds() {
  const current = readBuild()
  return { current, next: nextBuild(current) }
}

function readBuild(): Build {
  const names = readdirSync(folder, { recursive: true }).map(String)
  const served = names.filter((name) => extname(name) in TYPES)
  return new Map(
    served.map((name) => {
      const content = readFileSync(join(folder, name))
      return [`/${name}`, isText(name) ? content.toString() : content]
    }),
  )
}

const isText = (name: string) => /\.(js|css|html)$/.test(name)

/** The same build with an id, file names and headings of its own. */
function nextBuild(build: Build): Build {
  const files = [...build.keys()]
    .filter((path) => path.startsWith('/assets/'))
    .map((path) => path.slice('/assets/'.length))
  const [, id = ''] = /name="build" content="(\w+)"/.exec(String(build.get('/index.html'))) ?? []
  const rename = (text: string) => files.reduce((text, name) => text.replaceAll(name, `next-${name}`), text)
  const change = (text: string) =>
    rename(text)
      .replaceAll(id, `${id}2`)
      .replaceAll(/(Weekly Command Board|Traction Dashboard)/g, '$1 of the next build')
  return new Map(
    [...build].map(([path, content]) => [rename(path), typeof content === 'string' ? change(content) : content]),
  )
}

function forward(product: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { method, headers } = incoming
  const forwarded = request(new URL(incoming.url ?? '/', product), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  forwarded.on('error', () => response.destroy())
  incoming.pipe(forwarded)
}
