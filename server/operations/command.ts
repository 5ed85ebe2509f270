import { readConfig, type Config } from '../config.ts'

/** Runs one of the operator's commands: what goes wrong is one line, and status 1. */
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
