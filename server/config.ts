import { resolve } from 'node:path'
import { z } from 'zod'
import { SIGN_UP_MODES } from '../domain/accounts.ts'
import { PRODUCT_DEFAULTS } from './product-defaults.ts'
import { fail, succeed, type Result } from '../domain/result.ts'
import { isDayOff } from '../domain/squad-hours.ts'
import { PASSWORD_BYTES } from './auth/constants.ts'
import { readProviders, type ProviderConfig } from './auth/oauth/provider-config.ts'
import type { DatabaseConfig } from './database/open.ts'
import { readHosts } from './database/postgres-hosts.ts'
import { CONNECTION_KINDS, isPrivateDatabaseUrl, isPrivateWebUrl, type ConnectionKind } from './transport-security.ts'
import { parseSealingKeys, readSealingKeyFile, sealingKeyFile } from './database/sealing-key.ts'
import { createSecrets } from './database/secrets.ts'

const url = (protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `is not a URL such as ${example}` })
const webUrl = url(/^https?$/, 'https://growth.example')
/** Of requests: `fetch` refuses an address with credentials, and its error, which is logged, repeats them. */
const requestUrl = webUrl.refine((text) => {
  const { username, password } = URL.canParse(text) ? new URL(text) : { username: '', password: '' }
  return username === '' && password === ''
}, 'is not a URL without a user and a password')
const postgresUrl = z.string().superRefine((text, { addIssue }) => {
  const read = readHosts(text)
  // An unreadable URL is reported once, without what else is wrong with it.
  if (!read.ok) addIssue({ code: 'custom', message: read.failure, continue: false })
})
/** `{member}` in it is optional. */
const isCallUrl = (text: string) => /^https?:\/\/\S+$/.test(text) && URL.canParse(text.replaceAll('{member}', 'growth'))
const pushServices = z
  .string()
  .transform((text) => text.split(',').map((origin) => origin.trim()))
  .refine((origins) => origins.every(isOwnOrigin), 'is not a list of origins such as https://push.example')

/** @param text an https origin, or one of this machine */
const isOwnOrigin = (text: string): boolean => isPrivateWebUrl(text) && new URL(text).origin === text

/** Dollars. */
const price = z.coerce.number('is not a number').nonnegative('is below 0')

const count = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, 'is not a whole number')
    .transform(Number)
    .refine((value) => value >= least && value <= most, `is not between ${least} and ${most}`)

const daysOff = z
  .string()
  .transform((text) => text.split(',').map((day) => day.trim().toLowerCase()))
  .refine((days) => days.every(isDayOff), 'is not a list of dates such as 2026-12-25 and weekdays such as sunday')
  .transform((days) => days.filter(isDayOff))

const environment = z
  .object({
    PORT: count(0, 65_535).default(3000),
    HOST: z.string().default('127.0.0.1'),
    PUBLIC_URL: webUrl.transform((text) => new URL(text).origin).optional(),
    DATA_DIR: z.string().default('./data'),
    DATABASE_URL: postgresUrl.optional(),
    DATABASE_POOLER_URL: postgresUrl.optional(),
    ADMIN_EMAIL: z.email('is not an email address').optional(),
    ADMIN_PASSWORD: z
      .string()
      .min(PASSWORD_BYTES.least, `is shorter than ${PASSWORD_BYTES.least} characters`)
      .max(PASSWORD_BYTES.most, `is longer than ${PASSWORD_BYTES.most} characters`)
      .optional(),
    PRODUCT_NAME: z.string().default(PRODUCT_DEFAULTS.name),
    PRODUCT_TAGLINE: z.string().default(PRODUCT_DEFAULTS.tagline),
    AI_BASE_URL: requestUrl.optional(),
    AI_API_KEY: z
      .string()
      .trim()
      // A header has no others: each answer would fail, with an error that repeats the key.
      .regex(/^[\x20-\x7E]*$/, 'is not of printable ASCII characters')
      .optional(),
    AI_MODEL: z.string().optional(),
    // The web app treats a connection without data for 45 s as lost.
    AI_FIRST_BYTE_SECONDS: count(1, 40).default(30),
    AI_ANSWER_SECONDS: count(1, 600).default(120),
    AI_MAX_TOKENS: count(1, 32_000).default(2000),
    // The records, the instructions and one question have to fit.
    AI_REQUEST_CHARACTERS: count(40_000, 1_000_000).default(80_000),
    AI_QUESTIONS_PER_DAY: count(1, 1_000_000).default(200),
    AI_QUESTIONS_PER_DAY_TOTAL: count(1, 1_000_000_000).default(5000),
    // Dollars per million tokens, for the cost that admins see.
    AI_PRICE_INPUT: price.optional(),
    AI_PRICE_OUTPUT: price.optional(),
    GOOGLE_CLIENT_ID: z.string().optional(),
    GOOGLE_CLIENT_SECRET: z.string().optional(),
    GOOGLE_AUTH_URL: requestUrl.optional(),
    GOOGLE_TOKEN_URL: requestUrl.optional(),
    GOOGLE_CALENDAR_URL: requestUrl.optional(),
    OIDC_PROVIDERS: z.string().optional(),
    SMTP_URL: url(/^smtps?$/, 'smtps://user:password@mail.example:465').optional(),
    MAIL_FROM: z.string().optional(),
    SMS_WEBHOOK_URL: webUrl.optional(),
    BOOKING_URL: z
      .string()
      .regex(/^https?:\/\/.*\{member\}/, 'is not a URL with {member} in it')
      .optional(),
    SQUAD_CALL_URL: z.string().refine(isCallUrl, 'is not a URL such as https://meet.example/{member}').optional(),
    SQUAD_HOLIDAYS: daysOff.default([]),
    PUSH_SERVICES: pushServices.default([]),
    WEBHOOK_ALLOW_PRIVATE: z.enum(['true', 'false'], 'is not true or false').default('false'),
    SIGN_UP: z.enum(SIGN_UP_MODES, `is not one of ${SIGN_UP_MODES.join(', ')}`).default('open'),
    CONFIRM_EMAIL: z
      .enum(['true', 'false'], 'is not true or false')
      .default('false')
      .transform((text) => text === 'true'),
    OAUTH_REGISTRATION: z
      .enum(['open', 'closed'], 'is not open or closed')
      .default('open')
      .transform((text) => text === 'open'),
    LANDING_PATH: z
      .string()
      .regex(/^\/(?!\/)/, 'does not start with one slash')
      .default('/command'),
    SECRETS_KEY: z
      .string()
      .transform(parseSealingKeys)
      .refine((keys) => keys !== undefined, 'is not one or more keys of 32 bytes in base64url, separated by commas')
      .optional(),
    SUPABASE_JWT_KEYS: z.string().optional(),
    SUPABASE_PUBLISHABLE_KEY: z
      .string()
      .regex(/^sb_publishable_.{8,}$/, 'is not of the form sb_publishable_…')
      .optional(),
    SUPABASE_SECRET_KEY: z
      .string()
      .regex(/^sb_secret_.{8,}$/, 'is not of the form sb_secret_…')
      .optional(),
    ALLOW_INSECURE_CONNECTIONS: z
      .string()
      .transform((text) => text.split(',').map((name) => name.trim().toLowerCase()))
      .refine((names) => names.every(isConnectionKind), `is not a list of ${CONNECTION_KINDS.join(', ')}`)
      .transform((names) => names.filter(isConnectionKind))
      .default([]),
    RATE_LIMIT_FACTOR: z.coerce.number('is not a number').positive('is not above 0').default(1),
    TRUST_PROXY: count(0, 10).default(0),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'is not one of pino’s levels')
      .default('info'),
  })
  .refine(({ ADMIN_EMAIL, ADMIN_PASSWORD }) => !ADMIN_EMAIL === !ADMIN_PASSWORD, {
    path: ['ADMIN_PASSWORD'],
    error: 'and ADMIN_EMAIL go together: set both or neither',
  })
  .refine(({ AI_PRICE_INPUT, AI_PRICE_OUTPUT }) => (AI_PRICE_INPUT === undefined) === (AI_PRICE_OUTPUT === undefined), {
    path: ['AI_PRICE_OUTPUT'],
    error: 'and AI_PRICE_INPUT go together: set both or neither',
  })
  .refine(({ DATABASE_URL, DATABASE_POOLER_URL }) => DATABASE_URL !== undefined || DATABASE_POOLER_URL === undefined, {
    path: ['DATABASE_POOLER_URL'],
    error: 'needs DATABASE_URL, which migrations and listening use',
  })
  .refine(({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET }) => !GOOGLE_CLIENT_ID === !GOOGLE_CLIENT_SECRET, {
    path: ['GOOGLE_CLIENT_SECRET'],
    error: 'and GOOGLE_CLIENT_ID go together: set both or neither',
  })
  .superRefine((env, { addIssue }) => {
    for (const [variable, kind] of connections) {
      const url = env[variable]
      const isPrivate = kind === 'database' ? isPrivateDatabaseUrl : isPrivateWebUrl
      if (url === undefined || isPrivate(url) || env.ALLOW_INSECURE_CONNECTIONS.includes(kind)) continue
      const secure = kind === 'database' ? 'TLS (add ?sslmode=verify-full or ?sslmode=require)' : 'https'
      const message = `is not ${secure} or on this machine: allow it with ALLOW_INSECURE_CONNECTIONS=${kind}`
      addIssue({ code: 'custom', path: [variable], message })
    }
  })
  .transform(({ OIDC_PROVIDERS = '[]', ...env }, { addIssue }) => {
    const google = { clientId: env.GOOGLE_CLIENT_ID, clientSecret: env.GOOGLE_CLIENT_SECRET }
    const read = readProviders(OIDC_PROVIDERS, google)
    if (!read.ok) addIssue({ code: 'custom', path: ['OIDC_PROVIDERS'], message: read.failure })
    return { ...env, OIDC_PROVIDERS: read.ok ? read.value : noProviders }
  })

const isConnectionKind = (name: string): name is ConnectionKind =>
  (CONNECTION_KINDS as readonly string[]).includes(name)

/** Connections that must be encrypted outside this machine. */
const connections = [
  ['DATABASE_URL', 'database'],
  ['DATABASE_POOLER_URL', 'database'],
  ['AI_BASE_URL', 'model'],
  ['GOOGLE_AUTH_URL', 'google'],
  ['GOOGLE_TOKEN_URL', 'google'],
  ['GOOGLE_CALENDAR_URL', 'google'],
  ['SMS_WEBHOOK_URL', 'sms'],
] as const

const noProviders: readonly ProviderConfig[] = []

export interface Config extends Omit<z.infer<typeof environment>, 'PUBLIC_URL' | 'MAIL_FROM'> {
  readonly PUBLIC_URL: string
  readonly MAIL_FROM: string
}

/**
 * Reads the environment once. An empty variable counts as unset.
 *
 * @returns the configuration, or one line that names every bad variable
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Result<Config, string> {
  const values = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environment.safeParse(values)
  if (!parsed.success) {
    return fail(parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; '))
  }
  const { PORT, PUBLIC_URL = `http://localhost:${PORT}`, DATA_DIR, MAIL_FROM, PRODUCT_NAME } = parsed.data
  return succeed({
    ...parsed.data,
    PUBLIC_URL,
    DATA_DIR: resolve(DATA_DIR),
    MAIL_FROM: MAIL_FROM ?? `${PRODUCT_NAME} <no-reply@${new URL(PUBLIC_URL).hostname}>`,
  })
}

/** PostgreSQL when DATABASE_URL is set, otherwise the embedded database. */
export const databaseOf = (config: Config): DatabaseConfig =>
  config.DATABASE_URL === undefined
    ? { kind: 'pglite', dataDir: config.DATA_DIR }
    : {
        kind: 'postgres',
        url: config.DATABASE_URL,
        poolerUrl: config.DATABASE_POOLER_URL,
        secrets: createSecrets(sealingKeysOf(config)),
      }

/** The keys that encrypt the secrets in the database: those of SECRETS_KEY, or those in the file beside the data. */
export const sealingKeysOf = ({ SECRETS_KEY, DATA_DIR }: Config): readonly Buffer[] =>
  SECRETS_KEY ?? readSealingKeyFile(sealingKeyFile(DATA_DIR))
