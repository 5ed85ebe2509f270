import type { HttpBindings } from '@hono/node-server'
import type { Context, Next } from 'hono'

/**
 * Puts headers on the answer unless it brings its own. On the network they go to Node's answer beforehand, which merges
 * them as it writes: a plain answer then stays plain, while a look at its `headers` would unpack it into a whole
 * Response. A request inside this process has no such answer, and is looked at afterwards.
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
