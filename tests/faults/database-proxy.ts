import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface DatabaseProxy {
  /** The database's URL through the proxy. */
  readonly url: string
  /** Delays what the database sends by these milliseconds, from now on. */
  delay(ms: number): void
  /** Open connections forward nothing any more and stay open, as after a firewall has forgotten them; new ones work. */
  silence(): void
}

/** A network between the server and its PostgreSQL, closed after the test. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  let delayMs = 0
  let generation = 0
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname)
    const born = generation
    const forward = (from: Socket, to: Socket, delayed: () => number) => {
      open.add(from)
      from.on('data', (bytes) => {
        const send = () => born === generation && to.write(bytes)
        if (delayed() === 0) send()
        else setTimeout(send, delayed())
      })
      from.on('error', () => undefined)
      from.on('close', () => {
        open.delete(from)
        if (born === generation) to.destroy()
      })
    }
    forward(client, database, () => 0)
    forward(database, client, () => delayMs)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of open) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const proxied = new URL(databaseUrl)
  proxied.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: proxied.href,
    delay: (ms) => (delayMs = ms),
    silence: () => generation++,
  }
}
