import { readConfig, type Config } from '../../config.ts'

/** Runs a command of the operator: an error is one line, and exit status 1. */
export async function runCommand(work: (config: Config) => Promise<void>): Promise<void> {
  try {
    const read = readConfig(process.env)
    if (!read.ok) throw new Error(read.failure)
    await work(read.value)
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
