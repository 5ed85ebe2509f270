/** Errors of the engine's file system, by Emscripten's number (those of WASI), as PostgreSQL words them. */
const errnoMessages: Readonly<Record<number, string>> = {
  2: 'Permission denied',
  19: 'Disk quota exceeded',
  29: 'Input/output error',
  33: 'Too many open files',
  41: 'Too many open files in system',
  51: 'No space left on device, or no inodes',
  69: 'Read-only file system',
}

/** Message of an error that the engine has thrown: Emscripten's ErrnoError is no Error and has a number alone. */
export function engineErrorMessage(thrown: unknown): string {
  const { errno, message } = Object(thrown) as { errno?: number; message?: string }
  if (errno !== undefined) return errnoMessages[errno] ?? `error ${errno} of the file system`
  return message ?? String(thrown)
}
