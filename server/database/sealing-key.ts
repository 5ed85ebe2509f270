import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, open, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SEALING_KEY_BYTES } from './secrets.ts'

/** Beside the data, readable by the server's user alone; a copy of the database does not hold it. */
export const sealingKeyFile = (dataDir: string): string => join(dataDir, 'secrets.key')

/** Base64url texts of 32 bytes, separated by commas; the first one seals, all of them open. */
export function parseSealingKeys(text: string): Buffer[] | undefined {
  const keys = text.split(',').map((part) => Buffer.from(part.trim(), 'base64url'))
  return keys.every((key) => key.length === SEALING_KEY_BYTES) ? keys : undefined
}

/** The keys in a file, or none when there is no such file. @throws {Error} when it holds something else */
export function readSealingKeyFile(file: string): Buffer[] {
  if (!existsSync(file)) return []
  const keys = parseSealingKeys(readFileSync(file, 'utf8'))
  if (!keys) throw new Error(`${file} holds no sealing key`)
  return keys
}

/** Makes a key and its file, which is on the disk for good before anything is sealed with it. */
export async function createSealingKey(dataDir: string): Promise<Buffer> {
  const key = randomBytes(SEALING_KEY_BYTES)
  await mkdir(dataDir, { recursive: true })
  // A crash leaves either no key or a whole one.
  const unfinished = `${sealingKeyFile(dataDir)}.new`
  await writeFile(unfinished, `${key.toString('base64url')}\n`, { mode: 0o600, flush: true })
  await rename(unfinished, sealingKeyFile(dataDir))
  const folder = await open(dataDir)
  await folder.sync().finally(() => folder.close())
  return key
}
