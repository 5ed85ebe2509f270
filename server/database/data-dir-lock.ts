import { createHash } from 'node:crypto'
import { chmod, mkdir, realpath, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Another running process has locked the folder. */
export class FolderInUse extends Error {
  constructor(folder: string, owner: string) {
    super(`DATA_DIR ${folder} is in use by process ${owner}: stop it first, or choose another DATA_DIR`)
    this.name = 'FolderInUse'
  }
}

/** A Unix socket's address has at most 107 bytes on Linux, 103 on macOS. */
const MAX_ADDRESS_LENGTH = 100
/** Milliseconds before the lock is checked again, in case two processes replaced a stale one. */
const RECHECK_MS = 30

/**
 * Locks the folder until the returned function is called or the process ends. The lock is a Unix socket that this
 * process listens on and that answers with its process id. The operating system closes it with the process, however
 * that ends, so a socket file that does not answer is stale.
 *
 * @throws {FolderInUse}
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o700)
  const address = await addressOf(folder)
  const server = await listenOn(address).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    const owner = await ownerOf(address)
    if (owner !== undefined) throw new FolderInUse(folder, owner)
    await rm(address, { force: true })
    return listenOn(address).catch(async () => {
      throw new FolderInUse(folder, (await ownerOf(address)) ?? 'unknown')
    })
  })
  await sleep(RECHECK_MS)
  const owner = await ownerOf(address)
  if (owner !== String(process.pid)) {
    server.close()
    throw new FolderInUse(folder, owner ?? 'unknown')
  }
  return () => new Promise((resolve) => server.close(() => resolve()))
}

async function addressOf(folder: string): Promise<string> {
  const real = await realpath(folder)
  if (process.platform === 'win32') return `\\\\.\\pipe\\upswing-${hashOf(real)}`
  const addresses = [join(real, 'lock'), relative(process.cwd(), join(real, 'lock'))]
  return (
    addresses.find((address) => address.length <= MAX_ADDRESS_LENGTH) ?? join(tmpdir(), `upswing-${hashOf(real)}.lock`)
  )
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

function listenOn(address: string): Promise<Server> {
  const server = createServer((socket) => socket.on('error', () => undefined).end(String(process.pid)))
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, () => {
      server.unref()
      resolve(server)
    })
  })
}

/** The process id that the socket answers with; undefined when it does not answer. */
function ownerOf(address: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(address)
    socket.setEncoding('utf8')
    socket.setTimeout(1000, () => {
      socket.destroy()
      resolve(answer || 'that does not answer')
    })
    socket.on('data', (text: string) => (answer += text))
    socket.on('end', () => resolve(answer || undefined))
    socket.on('error', () => resolve(undefined))
  })
}
