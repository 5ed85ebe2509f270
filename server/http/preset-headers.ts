import type { HttpBindings } from '@hono/node-server'
import type { Context, Next } from 'hono'

/**
 * Sets default headers of the response. They are set on Node's response before the handler runs, which merges them as it
 * writes: reading `c.res.headers` afterwards would make Hono build a whole Response, which is slow. A call inside this
 * process has no Node response, and gets them afterwards.
 */
export async function withPresetHeaders(
  c: Context,
  headers: Readonly<Record<string, string>>,
  next: Next,
): Promise<void> {
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>
  if (outgoing) for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value)
  await next()
  if (outgoing) return
  for (const [name, value] of Object.entries(headers)) if (!c.res.headers.has(name)) c.res.headers.set(name, value)
}
