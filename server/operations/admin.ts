import { readConfig } from '../config.ts'
import { grantAdmin, listAdmins, revokeAdmin } from './admins.ts'
import { asOperator } from './operator.ts'

const usage = 'usage: npm run admin -- grant EMAIL | revoke EMAIL | list'

const [verb, email] = process.argv.slice(2)
const read = readConfig(process.env)

try {
  if (!read.ok) throw new Error(read.failure)
  await asOperator(read.value, async (client) => {
    if (verb === 'list' && email === undefined) {
      for (const admin of await listAdmins(client)) console.log(admin.email)
    } else if (verb === 'grant' && email !== undefined) {
      await grantAdmin(client, email)
      console.log(`${email} is an admin`)
    } else if (verb === 'revoke' && email !== undefined) {
      await revokeAdmin(client, email)
      console.log(`${email} is not an admin`)
    } else throw new Error(usage)
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
