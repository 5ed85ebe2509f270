import { restore } from './backups.ts'
import { runCommand } from './command.ts'

const usage = 'usage: npm run restore -- FILE'

const [file, ...more] = process.argv.slice(2)

await runCommand(async (config) => {
  if (file === undefined || more.length > 0) throw new Error(usage)
  const rows = await restore(config, file)
  console.log(`restored ${rows['auth.users'] ?? 0} accounts from ${file}`)
})
