import { afterEach, describe, expect, test } from 'vitest'
import { ensureFirstAdmin } from '../../server/operations/first-admin.ts'
import { grantAdmin, listAdmins, revokeAdmin } from '../../server/operations/admins.ts'
import { asOperator } from '../../server/operations/operator.ts'
import { engines } from '../harness.ts'
import { addFounder, closeAll, place, signIn, start, type Place } from './running-server.ts'

afterEach(closeAll)

const admins = async ({ config }: Place): Promise<string[]> => {
  let emails: string[] = []
  await asOperator(config, async (client) => {
    emails = (await listAdmins(client)).map(({ email }) => email)
  })
  return emails
}

describe.each(engines)('the admin role on %s', (engine) => {
  test('is granted and revoked while a server runs, and while none does', async () => {
    const target = await place(engine)
    const running = await start(target)
    await addFounder(running, 'ana')

    await asOperator(target.config, (client) => grantAdmin(client, 'Ana@Example.com'))
    await asOperator(target.config, (client) => grantAdmin(client, 'ana@example.com'))
    expect(await admins(target)).toEqual(['admin@example.com', 'ana@example.com'])

    await running.stop()
    expect(await admins(target)).toEqual(['admin@example.com', 'ana@example.com'])
    await asOperator(target.config, (client) => revokeAdmin(client, 'ana@example.com'))
    expect(await admins(target)).toEqual(['admin@example.com'])
  })

  test('is not granted to somebody who has no account', async () => {
    const target = await place(engine)
    await start(target)
    const granting = asOperator(target.config, (client) => grantAdmin(client, 'nobody@example.com'))
    await expect(granting).rejects.toThrow('nobody has signed up as nobody@example.com')
  })

  test('comes with the first start, once', async () => {
    const target = await place(engine)
    const running = await start(target)
    expect(await signIn(running, 'admin@example.com')).toMatchObject({ user: { email: 'admin@example.com' } })

    await ensureFirstAdmin(running.server, { ...target.config, ADMIN_EMAIL: 'second@example.com' })
    expect(await admins(target)).toEqual(['admin@example.com'])
  })
})
