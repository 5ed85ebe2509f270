import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestServer, engines, type Person, type TestServer } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'

describe.each(engines)('the admin role on %s', (engine) => {
  let server: TestServer
  let owner: Owner
  let adele: Person
  let ana: Person
  beforeAll(async () => {
    server = await createTestServer(engine)
    owner = await ownerOf(server.own.config, server.database)
    adele = await server.admin('adele')
    ana = await server.founder('ana')
    await prove(ana)
  })
  afterAll(async () => {
    await owner.end()
    await server.close()
  })
  beforeEach(() => owner.query('delete from public.user_roles where user_id <> $1', [adele.id]))

  const prove = ({ id, email }: Person) =>
    owner.query('insert into server.proven_emails (user_id, email, at) values ($1, $2, now()) on conflict do nothing', [
      id, email,
    ]) // prettier-ignore
  const grant = (by: Person, { email }: Pick<Person, 'email'>) => by.client.rpc('grant_admin', { address: email })
  const revoke = (by: Person, { id }: Pick<Person, 'id'>) => by.client.rpc('revoke_admin', { account: id })
  const admins = async () =>
    (await adele.client.rpc('list_admins').throwOnError()).data.map(({ first_name }) => first_name)

  test('is given and taken by an admin, at once, and each change is in the audit', async () => {
    await grant(adele, { email: ` ${ana.email.toUpperCase()} ` }).throwOnError()
    expect(await admins()).toEqual(['adele', 'ana'])
    expect((await ana.client.rpc('list_admins')).error).toBeNull()
    await grant(ana, ana).throwOnError()
    await revoke(adele, ana).throwOnError()
    expect((await ana.client.rpc('list_admins')).error?.code).toBe('42501')
    expect((await grant(ana, ana)).error?.code).toBe('42501')
    const entries = await owner.query(
      `select admin_id, user_id, action from public.admin_audit
       where table_name = 'user_roles' and admin_id is not null order by id`,
    )
    expect(entries).toEqual([
      { admin_id: adele.id, user_id: ana.id, action: 'insert' },
      { admin_id: adele.id, user_id: ana.id, action: 'delete' },
    ])
  })

  test('the last admin keeps it, also when two remove each other', async () => {
    expect((await revoke(adele, adele)).error).toMatchObject({ code: 'P0001' })
    await grant(adele, { email: ` ${ana.email.toUpperCase()} ` }).throwOnError()
    const removed = await Promise.all([revoke(adele, ana), revoke(ana, adele)])
    expect(removed.filter(({ error }) => error === null)).toHaveLength(1)
    const left = await owner.query<{ user_id: string }>(`select user_id from public.user_roles where role = 'admin'`)
    expect(left).toHaveLength(1)
    await owner.query(`insert into public.user_roles values ($1, 'admin') on conflict do nothing`, [adele.id])
  })

  test('takes a proof from the last ten minutes', async () => {
    await owner.query(
      `update auth.mfa_amr_claims set updated_at = updated_at - interval '11 minutes'
       where session_id in (select id from auth.sessions where user_id = $1)`,
      [adele.id],
    )
    expect((await grant(adele, ana)).error).toMatchObject({ code: '42501', hint: 'reauthentication_needed' })
    expect(await admins()).toEqual(['adele'])
    await owner.query(
      `update auth.mfa_amr_claims set updated_at = now()
       where session_id in (select id from auth.sessions where user_id = $1)`,
      [adele.id],
    )
  })

  test('an account that does not exist, or whose address is not proven, does not get it', async () => {
    expect((await grant(adele, { email: 'nobody@acme.example' })).error?.code).toBe('P0002')
    const stranger = await server.founder('stranger')
    expect((await grant(adele, stranger)).error?.code).toBe('P0001')
    expect(await admins()).toEqual(['adele'])
  })

  test('founders neither list nor change it', async () => {
    expect((await ana.client.rpc('list_admins')).error?.code).toBe('42501')
    expect((await grant(ana, ana)).error?.code).toBe('42501')
    expect((await revoke(ana, adele)).error?.code).toBe('42501')
  })
})
