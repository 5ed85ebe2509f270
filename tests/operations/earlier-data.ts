import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { signIn, type RunningServer } from './running-server.ts'

/** Key of the data of earlier versions kept in this folder, in which Ana has a password and an authenticator app. */
export const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64url')
const totpOfAna = new TOTP({ secret: Secret.fromBase32('5CE5TATU3A7XDEA6TX6TXDZGVM643E6O') })

type Tables = ReadonlyMap<string, readonly Record<string, unknown>[]>

/** The rows of each table of a backup, by column, without the server's secrets, which are re-encrypted. */
export async function rowsIn(backup: string): Promise<Tables> {
  const tables = new Map<string, Record<string, unknown>[]>()
  let columns: string[] = []
  let rows: Record<string, unknown>[] = []
  for (const text of gunzipSync(await readFile(backup))
    .toString()
    .trimEnd()
    .split('\n')) {
    const line = JSON.parse(text) as unknown[] | { table?: string; columns: string[] }
    if (Array.isArray(line)) {
      if (!text.includes('sealed:')) rows.push(Object.fromEntries(columns.map((name, index) => [name, line[index]])))
    } else if (line.table !== undefined) {
      columns = line.columns
      rows = []
      tables.set(line.table, rows)
    }
  }
  return tables
}

/** Every row is there, with its values; later versions have more columns. */
export function expectKept(before: Tables, after: Tables): void {
  for (const [table, rows] of before) {
    const found = after.get(table)
    expect([table, found]).toEqual([table, expect.arrayContaining(rows.map((row) => expect.objectContaining(row)))])
    expect(found).toHaveLength(rows.length)
  }
}

/** Ana signs in with her password and her authenticator app. @returns an access token, undefined when it is refused */
export async function signInWithFactor(running: RunningServer): Promise<string | undefined> {
  const session = (await signIn(running, 'ana@example.com')) as {
    access_token: string
    user: { factors: { id: string; friendly_name: string }[] }
  }
  const factor = session.user.factors.find(({ friendly_name }) => friendly_name === 'Phone')
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${running.url}/auth/v1/factors/${factor?.id}/${path}`, {
      method: 'POST',
      headers: {
        apikey: running.server.publishableKey,
        Authorization: `Bearer ${session.access_token}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as { id: string; access_token?: string }
  }
  const challenge = await post('challenge', {})
  const verified = await post('verify', { challenge_id: challenge.id, code: totpOfAna.generate() })
  return verified.access_token
}
