import { createHash } from 'node:crypto'
import { chmod, mkdir, realpath, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The folder belongs to another running process. */
export class FolderInUse extends Error {
  constructor(folder: string, owner: string) {
    super(`DATA_DIR ${folder} is in use by process ${owner}: stop it first, or choose another DATA_DIR`)
    this.name = 'FolderInUse'
  }
}

/** The longest address of a Unix socket is 107 bytes on Linux, 103 on macOS. */
const LONGEST_ADDRESS = 100
/** Milliseconds after which a takeover of a stale lock is looked at again, should two processes have tried. */
const SECOND_LOOK_MS = 30

/**
 * Takes the folder for this process, until the returned function is called or the process ends. The lock is a socket
 * that this process listens on: the operating system closes it with the process, however that ends, so a file left
 * behind is known to be stale because nobody answers; and whoever does answer says which process it is.
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
  await sleep(SECOND_LOOK_MS)
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
    addresses.find((address) => address.length <= LONGEST_ADDRESS) ?? join(tmpdir(), `upswing-${hashOf(real)}.lock`)
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

/** The process that answers there; undefined when none does. */
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
