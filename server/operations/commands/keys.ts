import { sealingKeysOf } from '../../config.ts'
import { sealingKeyFile } from '../../database/sealing-key.ts'
import { runCommand } from './run-command.ts'
import type { KeysCommand } from '../../operator/stored-keys.ts'
import { changeKeys } from '../change-keys.ts'

const DISTRIBUTE_HINT = 'set it as SECRETS_KEY on every server, and keep a copy separate from backups'

const usage = 'usage: npm run keys -- list | rotate | revoke KEY | seal | factors'

const [verb, kid, ...more] = process.argv.slice(2)

await runCommand(async (config) => {
  const command = readCommand()
  if (!command || more.length > 0) throw new Error(usage)
  const hadKey = sealingKeysOf(config).length > 0
  const [signing, ...others] = await changeKeys(config, command)
  if (command.verb === 'factors') return console.log(signing)
  if (command.verb === 'seal') {
    console.log('the secrets in the database are sealed')
    if (!hadKey) console.log(`their key is in ${sealingKeyFile(config.DATA_DIR)}: ${DISTRIBUTE_HINT}`)
    return
  }
  console.log(`${signing} signs`)
  for (const other of others) console.log(`${other} is accepted`)
})

function readCommand(): KeysCommand | undefined {
  if (verb === 'revoke') return kid === undefined ? undefined : { verb, kid }
  const isPlain = verb === 'list' || verb === 'rotate' || verb === 'seal' || verb === 'factors'
  return isPlain && kid === undefined ? { verb } : undefined
}
