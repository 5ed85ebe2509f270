import type { Context } from 'hono'
import { BodyRefused } from '../http/bodies.ts'
import type { ApiEnv } from '../http/context.ts'

/** The request of a function, whose body is read through the gate's count when the function reads it. */
export class FunctionBody {
  readonly request: Request
  /** Why the body was not read, which the function itself does not know. */
  refused: BodyRefused | undefined

  constructor(c: Context<ApiEnv>) {
    const { raw } = c.req
    const { method, headers, signal } = raw
    const hasBody = method !== 'GET' && method !== 'HEAD'
    const body = new ReadableStream({ pull: (controller) => this.#fill(controller, c) }, { highWaterMark: 0 })
    this.request = hasBody ? new Request(raw.url, { method, headers, signal, body, duplex: 'half' }) : raw
  }

  async #fill(controller: ReadableStreamDefaultController, c: Context<ApiEnv>): Promise<void> {
    try {
      controller.enqueue(new TextEncoder().encode(await c.get('readText')()))
      controller.close()
    } catch (error) {
      if (error instanceof BodyRefused) this.refused = error
      controller.error(error)
    }
  }
}
