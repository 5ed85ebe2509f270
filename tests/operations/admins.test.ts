import { afterEach, describe, expect, test, vi } from 'vitest'
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
  test('the admin role is granted and revoked with and without a running server', async () => {
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

  test('the admin role is granted only to a confirmed address, unless the operator forces it', async () => {
    const target = await place(engine)
    const running = await start(target)
    const headers = { apikey: running.server.publishableKey, 'Content-Type': 'application/json' }
    const post = (path: string, body: object) =>
      fetch(`${running.url}/auth/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const email = 'boss@example.com'
    await post('/signup', { email, password: 'secret123', data: { first_name: 'Not', last_name: 'Boss' } })
    const grant = (options = {}) => asOperator(target.config, (client) => grantAdmin(client, email, options))
    await expect(grant()).rejects.toThrow(/^boss@example\.com is not proven: .*--unproven$/)
    expect(await admins(target)).toEqual(['admin@example.com'])

    const { data } = await running.client.auth.admin.generateLink({ type: 'recovery', email })
    await post('/verify', { type: 'recovery', token_hash: data.properties?.hashed_token })
    // The account's creator does not get in any more.
    const creator = await post('/token?grant_type=password', { email, password: 'secret123' })
    expect(creator.status).toBe(400)
    await grant()
    expect(await admins(target)).toEqual(['admin@example.com', email])
    await post('/signup', {
      email: 'ann@example.com',
      password: 'secret123',
      data: { first_name: 'A', last_name: 'B' },
    })
    await asOperator(target.config, (client) => grantAdmin(client, 'ann@example.com', { unproven: true }))
    expect(await admins(target)).toContain('ann@example.com')
  })

  test('the first start does not grant the admin role to an unconfirmed account with the admin’s address', async () => {
    const target = await place(engine)
    const running = await start(target)
    await asOperator(target.config, (client) => revokeAdmin(client, 'admin@example.com'))
    const ADMIN_EMAIL = 'boss@example.com'
    await fetch(`${running.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: running.server.publishableKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: ADMIN_EMAIL, password: 'secret123', data: { first_name: 'A', last_name: 'B' } }),
    })
    const output = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await ensureFirstAdmin(running.server, { ...target.config, ADMIN_EMAIL })
    expect(output).toHaveBeenCalledWith(expect.stringContaining(`${ADMIN_EMAIL} is not proven`))
    output.mockRestore()
    expect(await admins(target)).toEqual([])
    await ensureFirstAdmin(running.server, { ...target.config, ADMIN_EMAIL }, { unproven: true })
    expect(await admins(target)).toEqual([ADMIN_EMAIL])
  })

  test('granting the admin role fails without an account', async () => {
    const target = await place(engine)
    await start(target)
    const granting = asOperator(target.config, (client) => grantAdmin(client, 'missing@example.com'))
    await expect(granting).rejects.toThrow('there is no account missing@example.com')
  })

  test('the first start grants the admin role once', async () => {
    const target = await place(engine)
    const running = await start(target)
    expect(await signIn(running, 'admin@example.com')).toMatchObject({ user: { email: 'admin@example.com' } })

    await ensureFirstAdmin(running.server, { ...target.config, ADMIN_EMAIL: 'second@example.com' })
    expect(await admins(target)).toEqual(['admin@example.com'])
  })
})
