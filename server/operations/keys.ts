import { runCommand } from './command.ts'
import type { KeysCommand } from './stored-keys.ts'
import { changeKeys } from './change-keys.ts'

const usage = 'usage: npm run keys -- list | rotate | revoke KEY'

const [verb, kid, ...more] = process.argv.slice(2)

await runCommand(async (config) => {
  const command = readCommand()
  if (!command || more.length > 0) throw new Error(usage)
  const [signing, ...others] = await changeKeys(config, command)
  console.log(`${signing} signs`)
  for (const other of others) console.log(`${other} is accepted`)
})

function readCommand(): KeysCommand | undefined {
  if (verb === 'revoke') return kid === undefined ? undefined : { verb, kid }
  return (verb === 'list' || verb === 'rotate') && kid === undefined ? { verb } : undefined
}
