import { grantAdmin, listAdmins, revokeAdmin } from '../admins.ts'
import { runCommand } from './run-command.ts'
import { asOperator } from '../operator.ts'

const usage = 'usage: npm run admin -- grant EMAIL [--unproven] | revoke EMAIL | list'

const unproven = process.argv.includes('--unproven')
const [verb, email, ...more] = process.argv.slice(2).filter((word) => word !== '--unproven')

await runCommand(async (config) => {
  const isKnown = verb === 'list' ? email === undefined : (verb === 'grant' || verb === 'revoke') && email !== undefined
  if (!isKnown || more.length > 0 || (unproven && verb !== 'grant')) throw new Error(usage)
  await asOperator(config, async (client) => {
    if (verb === 'grant' && email !== undefined) {
      await grantAdmin(client, email, { unproven })
      console.log(`${email} is an admin`)
    } else if (verb === 'revoke' && email !== undefined) {
      await revokeAdmin(client, email)
      console.log(`${email} is not an admin`)
    } else for (const admin of await listAdmins(client)) console.log(admin.email)
  })
})
