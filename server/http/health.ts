import { Hono } from 'hono'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../database/database.ts'
import type { LogEvent } from '../log.ts'
import { clientAddress, type GateOptions } from './gate.ts'

/** Milliseconds the database has to answer before the server is not ready. */
const READY_TIMEOUT_MS = 2000

export interface Metrics {
  readonly registry: Registry
  /** Counts log events. */
  readonly count: (event: LogEvent) => void
  /** Adds a gauge that is read at each scrape. */
  readonly measure: (name: string, help: string, read: () => number) => void
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests, by part of the server, method and status',
    labelNames: ['part', 'method', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  })
  const events = new Counter({
    name: 'log_events_total',
    help: 'Events in the log other than requests, by kind',
    labelNames: ['kind'],
    registers: [registry],
  })
  return {
    registry,
    measure: (name, help, read) => {
      const gauge: Gauge = new Gauge({ name, help, registers: [registry], collect: () => gauge.set(read()) })
    },
    count: (event) => {
      if (event.kind !== 'request') return events.inc({ kind: event.kind })
      const { path, method, status, ms } = event
      requests.observe({ part: path.split('/', 2)[1] ?? '', method, status }, ms / 1000)
    },
  }
}

/** Liveness, readiness and Prometheus metrics; metrics only for this machine or the secret key. */
export function createHealth(
  database: Database,
  metrics: Metrics,
  { roleOf, trustProxy }: Pick<GateOptions, 'roleOf' | 'trustProxy'>,
): Hono {
  const app = new Hono()
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    const reason = await readinessError(database)
    return reason === undefined ? c.json({ status: 'ok' }) : c.json({ status: 'unavailable', reason }, 503)
  })
  app.get('/metrics', async (c) => {
    // Behind a proxy on this machine every client seems local, unless the proxy is trusted.
    const isForwarded = trustProxy === 0 && (c.req.header('x-forwarded-for') ?? c.req.header('forwarded')) !== undefined
    const isLocal = !isForwarded && /^(127\.|::1$|::ffff:127\.)/.test(clientAddress(c, trustProxy))
    const isOperator = roleOf(c.req.header('apikey') ?? '') === 'service_role'
    if (!isLocal && !isOperator)
      return c.text('Only from this machine, or with the secret key in the header apikey', 403)
    return c.text(await metrics.registry.metrics(), 200, { 'Content-Type': metrics.registry.contentType })
  })
  return app
}

async function readinessError(database: Database): Promise<string | undefined> {
  const timeout = new Promise<string>((resolve) =>
    setTimeout(() => resolve('the database does not answer'), READY_TIMEOUT_MS).unref(),
  )
  const check = database.query('select 1').then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  return Promise.race([check, timeout])
}
