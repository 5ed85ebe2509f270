import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Writes a message to a file that only the server's user may read, when no delivery is configured. @returns its path */
export async function writeToOutbox(folder: string, extension: string, content: Buffer | string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const moment = new Date().toISOString().replaceAll(':', '-')
  const file = join(folder, `${moment}-${crypto.randomUUID().slice(0, 8)}.${extension}`)
  await writeFile(file, content, { mode: 0o600 })
  return file
}
