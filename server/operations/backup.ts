import { backUp } from './backups.ts'
import { runCommand } from './command.ts'

const usage = 'usage: npm run backup -- FILE'

const [file, ...more] = process.argv.slice(2)

await runCommand(async (config) => {
  if (file === undefined || more.length > 0) throw new Error(usage)
  const rows = await backUp(config, file)
  console.log(`${file} holds ${rows['auth.users'] ?? 0} accounts; keep it as safe as the database, keys are in it`)
})
