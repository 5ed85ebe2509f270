import { existsSync } from 'node:fs'
import { backUp } from '../backup.ts'
import { runCommand } from './run-command.ts'
import { backupKeyFile } from '../../operator/secrets.ts'

const usage = 'usage: npm run backup -- FILE'

const [file, ...more] = process.argv.slice(2)

await runCommand(async (config) => {
  if (file === undefined || more.length > 0) throw new Error(usage)
  const rows = await backUp(config, file)
  console.log(`${file} holds ${rows['auth.users'] ?? 0} accounts; keep it as safe as the database`)
  console.log(
    existsSync(backupKeyFile(file))
      ? `${backupKeyFile(file)} decrypts its secrets: store it in another place`
      : 'If SECRETS_KEY is set, it decrypts the secrets in it; otherwise they are unencrypted',
  )
})
