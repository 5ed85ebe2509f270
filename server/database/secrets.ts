import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { Transaction } from './database.ts'

/**
 * The secrets that all servers on a database share, in the table server.secrets. With a sealing key, which is not in the
 * database, each is encrypted at rest (AES-256-GCM), so that a database dump alone cannot forge a session.
 */
export interface Secrets {
  /** Whether there is a key to encrypt with. */
  readonly isSealing: boolean
  /** Reads a secret; the first server's proposal is stored. Encrypts one that is stored unencrypted. */
  ensure(queries: Queries, name: string, proposal: string): Promise<string>
  /** @throws {SecretsLocked} @throws {Error} when there is none of that name */
  read(queries: Queries, name: string): Promise<string>
  write(queries: Queries, name: string, value: string): Promise<void>
}

type Queries = Pick<Transaction, 'query'>

/** A stored secret is encrypted with a key that this server does not have. */
export class SecretsLocked extends Error {}

export const SEALING_KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const PREFIX = 'sealed:'

/** Public, and read by the operator. */
const publicNames = new Set(['publishable_key'])

/** @param keys the first one encrypts, all of them decrypt; none: secrets are stored unencrypted */
export function createSecrets(keys: readonly Buffer[]): Secrets {
  const [sealing] = keys
  const byId = new Map(keys.map((key) => [keyId(key), key]))
  const toStored = (name: string, value: string): string =>
    sealing === undefined || publicNames.has(name) ? value : seal(sealing, name, value)
  const open = (name: string, stored: string): string => {
    if (!isSealed(stored)) return stored
    const [id = '', sealed = ''] = stored.slice(PREFIX.length).split(':')
    const key = byId.get(id)
    if (!key) throw new SecretsLocked(`the secrets of this database are sealed with the key ${id}, which is not here`)
    return unseal(key, name, sealed)
  }

  async function stored(queries: Queries, name: string): Promise<string> {
    const [row] = await queries.query<{ value: string }>('select value from server.secrets where name = $1', [name])
    if (!row) throw new Error(`the secret ${name} vanished from server.secrets`)
    return row.value
  }

  return {
    isSealing: sealing !== undefined,
    ensure: async (queries, name, proposal) => {
      await queries.query('insert into server.secrets (name, value) values ($1, $2) on conflict do nothing', [
        name,
        toStored(name, proposal),
      ])
      const value = await stored(queries, name)
      // Unless another server has changed it meanwhile.
      if (sealing !== undefined && !publicNames.has(name) && !isSealed(value)) {
        await queries.query('update server.secrets set value = $3 where name = $1 and value = $2', [
          name,
          value,
          toStored(name, value),
        ])
      }
      return open(name, value)
    },
    read: async (queries, name) => open(name, await stored(queries, name)),
    write: async (queries, name, value) => {
      await queries.query('update server.secrets set value = $2 where name = $1', [name, toStored(name, value)])
    },
  }
}

/** Whether the database holds encrypted secrets. */
export async function hasSealedSecrets(queries: Queries): Promise<boolean> {
  const rows = await queries.query('select from server.secrets where value like $1 limit 1', [`${PREFIX}%`])
  return rows.length > 0
}

/** Re-encrypts every secret: decrypted by `from`, encrypted by `to`. @throws {SecretsLocked} */
export async function moveSecrets(queries: Queries, from: Secrets, to: Secrets): Promise<void> {
  const rows = await queries.query<{ name: string }>('select name from server.secrets order by name for update')
  for (const { name } of rows) await to.write(queries, name, await from.read(queries, name))
}

/** Deletes secrets that cannot be decrypted, so that the next start creates new ones. */
export async function dropLockedSecrets(queries: Queries, secrets: Secrets): Promise<void> {
  const names = await queries.query<{ name: string }>('select name from server.secrets')
  for (const { name } of names) {
    await secrets.read(queries, name).catch(async (error: unknown) => {
      if (!(error instanceof SecretsLocked)) throw error
      await queries.query('delete from server.secrets where name = $1', [name])
    })
  }
}

const isSealed = (stored: string): boolean => stored.startsWith(PREFIX)

/** Identifies a key without revealing it. */
const keyId = (key: Buffer): string =>
  createHash('sha256').update('upswing-secrets').update(key).digest('hex').slice(0, 8)

/** The name is authenticated with the value, so that no encrypted secret can replace another. */
function seal(key: Buffer, name: string, value: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name))
  const text = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
  const sealed = Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')
  return `${PREFIX}${keyId(key)}:${sealed}`
}

function unseal(key: Buffer, name: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    .setAAD(Buffer.from(name))
  const text = bytes.subarray(NONCE_BYTES + TAG_BYTES)
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
}
