import { randomBytes } from 'node:crypto'
import { Hono, type Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { createPasswords } from './auth/accounts/passwords.ts'
import { createAuth } from './auth/auth.ts'
import { loadKeys } from './auth/sessions/keys.ts'
import { createMail } from './mail/mail.ts'
import { createSms } from './auth/mfa/sms.ts'
import type { Config } from './config.ts'
import { isTemporary, type Database } from './database/database.ts'
import { createFunctions } from './functions/functions.ts'
import { BodyRefused } from './http/bodies.ts'
import { createGate, refuse, refuseBody, refuseForNow } from './http/gate.ts'
import { createHealth, createMetrics } from './http/health.ts'
import type { FetchHandler, Upgrade } from './http/listen.ts'
import { createWebApp } from './http/web-app.ts'
import type { Log } from './log.ts'
import { publicConfig } from './public-config.ts'
import { createOperatorRoutes } from './operator/routes.ts'
import { prepareSecrets } from './operator/secrets.ts'
import { loadVapidKeys } from './functions/vapid-keys.ts'
import { createRealtime } from './realtime/realtime.ts'
import { createRest } from './rest/rest.ts'

export interface UpswingServer {
  readonly handle: FetchHandler
  readonly upgrade: Upgrade
  readonly publishableKey: string
  readonly secretKey: string
  /** Authenticates commands on this machine; new at each start. */
  readonly operatorKey: string
  /** Calls the server inside this process, without the network. */
  readonly fetch: typeof fetch
  /** Starts background runs of functions, on notifications and schedules. @throws {DatabaseError} */
  startRuns(): Promise<void>
  /** Closes websockets and subscriptions, and stops background runs. */
  close(): Promise<void>
}

/** Wires the parts of the server to a migrated database. */
export async function createServer(
  config: Config,
  database: Database,
  logTo: Log,
  { metrics = createMetrics(), passwords = createPasswords() } = {},
): Promise<UpswingServer> {
  const log: Log = (event) => {
    metrics.count(event)
    logTo(event)
  }
  const publicUrl = config.PUBLIC_URL
  const secrets = await prepareSecrets(config, database)
  if (!secrets.isSealing) log({ kind: 'secrets-unsealed' })
  const configured = {
    jwtKeys: config.SUPABASE_JWT_KEYS,
    publishableKey: config.SUPABASE_PUBLISHABLE_KEY,
    secretKey: config.SUPABASE_SECRET_KEY,
  }
  const keys = await loadKeys(database, configured, { secrets })
  const vapidKeys = await loadVapidKeys(database, secrets)
  // Not derived from a key that is rotated: what it has encrypted would be lost.
  const webhookKey = await secrets.ensure(database, 'webhook_key', randomBytes(32).toString('base64url'))
  const outbox = `${config.DATA_DIR}/outbox`
  const mail = createMail({
    smtpUrl: config.SMTP_URL,
    isInsecureAllowed: config.ALLOW_INSECURE_CONNECTIONS.includes('smtp'),
    from: config.MAIL_FROM,
    outbox,
    log,
  })
  const sms = createSms({ webhookUrl: config.SMS_WEBHOOK_URL, outbox, log })
  const auth = createAuth({
    database,
    keys,
    mail,
    sms,
    log,
    passwords,
    config: {
      publicUrl,
      productName: config.PRODUCT_NAME,
      rateLimitFactor: config.RATE_LIMIT_FACTOR,
      signUp: config.SIGN_UP,
      confirmsEmail: config.CONFIRM_EMAIL,
      providers: config.OIDC_PROVIDERS,
      appsRegister: config.OAUTH_REGISTRATION,
    },
  })
  const { identify } = auth
  const { roleOf, publishableKey, secretKey } = keys
  const rest = createRest({ database, identify: auth.identifyWithApps, log, rateLimitFactor: config.RATE_LIMIT_FACTOR })
  const realtime = await createRealtime({
    database,
    identify,
    roleOf,
    log,
    rateLimitFactor: config.RATE_LIMIT_FACTOR,
    trustProxy: config.TRUST_PROXY,
    publicUrl,
  })
  metrics.measure('realtime_sockets', 'Open websockets', realtime.socketCount)

  const fetchInProcess: typeof fetch = async (input, init) => handle(new Request(input, init), {})
  const functions = createFunctions({
    env: { ...functionEnvironment(config), ...vapidKeys, WEBHOOK_KEY: webhookKey },
    supabaseUrl: publicUrl,
    fetch: fetchInProcess,
    publishableKey,
    secretKey,
    sendMail: (message) => auth.sendWithinLimits(message.to, () => mail.deliver(message)),
    mcpUrl: `${publicUrl}/mcp`,
    database,
    identify,
    identifyWithApps: auth.identifyWithApps,
    log,
  })

  const gate = createGate({ publicUrl, trustProxy: config.TRUST_PROXY, roleOf, log })
  gate.route('/auth/v1', auth.app)
  gate.route('/rest/v1', rest.app)
  gate.route('/realtime/v1', realtime.app)
  gate.route('/functions/v1', functions.app)
  // The function for connected apps under the address that their users type; its metadata is where RFC 9728 puts it.
  gate.all('/mcp', (c) => functions.call(c, 'mcp'))
  gate.get('/.well-known/oauth-protected-resource/mcp', (c) => functions.call(c, 'mcp'))
  // Where a client looks that knows the issuer (RFC 8414, 3.1).
  gate.get('/.well-known/oauth-authorization-server/auth/v1', (c) =>
    auth.app.fetch(new Request(`${publicUrl}/.well-known/oauth-authorization-server`), c.env),
  )

  const app = new Hono()
  app.route('/', createHealth(database, metrics, { roleOf, trustProxy: config.TRUST_PROXY }))
  const operatorKey = randomBytes(32).toString('base64url')
  if (database.engine === 'pglite') {
    app.route('/operator/v1', createOperatorRoutes({ database, operatorKey, config, secrets }))
  }
  // APIs that this server does not have, such as /storage/v1: their clients expect JSON, not the web app.
  app.all(UNKNOWN_API_PATH, (c) => refuse(c, 404, 'not_found', 'Not found'))
  gate.notFound((c) => refuse(c, 404, 'not_found', 'Not found'))
  app.route('/', createWebApp(publicUrl, publicConfig(config, publishableKey)))
  const fail = (c: Context, requestId: string, cause: unknown) => {
    if (cause instanceof HTTPException) return cause.getResponse()
    if (cause instanceof BodyRefused) return refuseBody(c, cause.failure)
    if (isTemporary(cause)) return refuseForNow(c)
    log({ kind: 'request-failed', requestId, path: c.req.path, cause })
    return refuse(c, 500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information')
  }
  app.onError((cause, c) => fail(c, '', cause))
  gate.onError((cause, c) => fail(c, c.get('requestId'), cause))

  const handle: FetchHandler = (request, env) => (isApiRequest(request.url) ? gate : app).fetch(request, env)
  let stopRuns = async () => {}

  return {
    handle,
    upgrade: realtime.upgrade,
    publishableKey,
    secretKey,
    operatorKey,
    fetch: fetchInProcess,
    startRuns: async () => void (stopRuns = await functions.startRuns()),
    close: async () => void (await Promise.all([realtime.close(), stopRuns(), functions.close()])),
  }
}

/** Paths of APIs that this server does not have; the web app has no page below them. */
const UNKNOWN_API_PATH = '/:service{(?:[^/]+/v1|pg|operator)(?:/.*)?}'

/** Requests for the gate. Checked here, since routing to it through another Hono app would cost every request twice. */
const isApiRequest = (url: string): boolean =>
  /^https?:\/\/[^/]*\/(?:(?:auth|rest|realtime|functions)\/v1\/|\.well-known\/|mcp(?:\?|$))/.test(url)

/** The part of the configuration that functions get. */
const functionEnvironment = (config: Config): Record<string, string | undefined> => ({
  AI_BASE_URL: config.AI_BASE_URL,
  AI_API_KEY: config.AI_API_KEY,
  AI_MODEL: config.AI_MODEL,
  AI_FIRST_BYTE_SECONDS: String(config.AI_FIRST_BYTE_SECONDS),
  AI_ANSWER_SECONDS: String(config.AI_ANSWER_SECONDS),
  AI_MAX_TOKENS: String(config.AI_MAX_TOKENS),
  AI_REQUEST_CHARACTERS: String(config.AI_REQUEST_CHARACTERS),
  AI_QUESTIONS_PER_DAY: String(config.AI_QUESTIONS_PER_DAY),
  AI_QUESTIONS_PER_DAY_TOTAL: String(config.AI_QUESTIONS_PER_DAY_TOTAL),
  AI_PRICE_INPUT: config.AI_PRICE_INPUT?.toString(),
  AI_PRICE_OUTPUT: config.AI_PRICE_OUTPUT?.toString(),
  GOOGLE_CLIENT_ID: config.GOOGLE_CLIENT_ID,
  GOOGLE_CLIENT_SECRET: config.GOOGLE_CLIENT_SECRET,
  GOOGLE_TOKEN_URL: config.GOOGLE_TOKEN_URL,
  GOOGLE_CALENDAR_URL: config.GOOGLE_CALENDAR_URL,
  RATE_LIMIT_FACTOR: String(config.RATE_LIMIT_FACTOR),
  PUBLIC_URL: config.PUBLIC_URL,
  PRODUCT_NAME: config.PRODUCT_NAME,
  MAIL_FROM: config.MAIL_FROM,
  BOOKING_URL: config.BOOKING_URL,
  SQUAD_CALL_URL: config.SQUAD_CALL_URL,
  SQUAD_HOLIDAYS: config.SQUAD_HOLIDAYS.join(','),
  PUSH_SERVICES: config.PUSH_SERVICES.join(','),
  WEBHOOK_ALLOW_PRIVATE: config.WEBHOOK_ALLOW_PRIVATE,
})
