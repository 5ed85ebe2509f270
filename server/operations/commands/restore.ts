import { restore } from '../backup.ts'
import { runCommand } from './run-command.ts'

const usage = 'usage: npm run restore -- FILE [--new-keys]'

const [file, option, ...more] = process.argv.slice(2)

await runCommand(async (config) => {
  if (file === undefined || (option ?? '--new-keys') !== '--new-keys' || more.length > 0) throw new Error(usage)
  const rows = await restore(config, file, { newKeys: option !== undefined })
  console.log(`restored ${rows['auth.users'] ?? 0} accounts from ${file}`)
})
