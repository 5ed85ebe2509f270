import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, open, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SEALING_KEY_BYTES } from './secrets.ts'

/** The encryption key's file, beside the data: only the server's user may read it, and no database dump contains it. */
export const sealingKeyFile = (dataDir: string): string => join(dataDir, 'secrets.key')

/** Base64url texts of 32 bytes, separated by commas: the first one encrypts, all of them decrypt. */
export function parseSealingKeys(text: string): Buffer[] | undefined {
  const keys = text.split(',').map((part) => Buffer.from(part.trim(), 'base64url'))
  return keys.every((key) => key.length === SEALING_KEY_BYTES) ? keys : undefined
}

/** The keys in a file; none when the file does not exist. @throws {Error} when it is invalid */
export function readSealingKeyFile(file: string): Buffer[] {
  if (!existsSync(file)) return []
  const keys = parseSealingKeys(readFileSync(file, 'utf8'))
  if (!keys) throw new Error(`${file} holds no sealing key`)
  return keys
}

/** Creates a key and its file, which is synced to disk before anything is encrypted with the key. */
export async function createSealingKey(dataDir: string): Promise<Buffer> {
  const key = randomBytes(SEALING_KEY_BYTES)
  await mkdir(dataDir, { recursive: true })
  // A crash leaves either no key or a whole one.
  const temporary = `${sealingKeyFile(dataDir)}.new`
  await writeFile(temporary, `${key.toString('base64url')}\n`, { mode: 0o600, flush: true })
  await rename(temporary, sealingKeyFile(dataDir))
  const folder = await open(dataDir)
  await folder.sync().finally(() => folder.close())
  return key
}
