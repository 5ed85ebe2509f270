import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestServer, engines, runFunction, type Person, type TestServer } from '../harness.ts'
import { mailsTo } from '../mailbox.ts'
import { ownerOf, type Owner } from '../owner.ts'

const SITE = 'https://growth.example'
const NAMED = { first_name: 'Cleo', last_name: 'Reyes', password: 'a long way home' }

describe.each(engines)('an invitation on %s', (engine) => {
  let server: TestServer
  let owner: Owner
  let admin: Person
  beforeAll(async () => {
    server = await createTestServer(engine, { env: { PUBLIC_URL: SITE, RATE_LIMIT_FACTOR: '1' } })
    owner = await ownerOf(server.own.config, server.database)
    admin = await server.admin('adele')
  })
  afterAll(async () => {
    await owner.end()
    await server.close()
  })

  const invite = (email: string, more: { words?: string } = {}) =>
    admin.client.rpc('invite_founders', { addresses: [email], ...more }).throwOnError()
  /** The token of the newest mail to an address. */
  const tokenFor = async (email: string, count = 1) => {
    await runFunction(server, 'invitation-mails')
    const mails = () => mailsTo(server, { email })
    // The server's own run may have been first.
    await vi.waitFor(async () => expect(await mails()).toHaveLength(count), { timeout: 10_000, interval: 50 })
    return /\/invitation#token=(\S+)/.exec((await mails()).at(-1)?.text ?? '')?.[1] ?? ''
  }
  const ask = async (body: object) => {
    const response = await fetch(`${server.url}/functions/v1/invitation`, {
      method: 'POST',
      headers: { apikey: server.publishableKey, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const signIn = async (email: string, password: string) => server.client().auth.signInWithPassword({ email, password })

  test('its mail has the words and a link, which makes the account with name and password; it works once', async () => {
    const email = 'cleo@acme.example'
    await invite(email, { words: 'Bring <b>your</b> numbers' })
    const token = await tokenFor(email)
    const [mail] = await mailsTo(server, { email })
    expect(mail?.subject).toContain('to Upswing')
    expect(mail?.text).toContain('Bring <b>your</b> numbers')
    expect(mail?.html).toContain('Bring &#60;b&#62;your&#60;/b&#62; numbers')
    expect(mail?.text).toContain(`${SITE}/invitation#token=`)

    expect(await ask({ action: 'show', token })).toMatchObject({ status: 200, body: { email } })
    expect(await ask({ action: 'accept', token, ...NAMED })).toEqual({ status: 200, body: { email } })
    const { data, error } = await signIn(email, NAMED.password)
    expect(error).toBeNull()
    expect(data.user?.email_confirmed_at).toBeTruthy()
    const profile = admin.client
      .from('profiles')
      .select('first_name, last_name')
      .eq('id', data.user?.id ?? '')
    expect((await profile.single().throwOnError()).data).toEqual({ first_name: 'Cleo', last_name: 'Reyes' })
    for (const action of [{ action: 'show' }, { action: 'accept', ...NAMED }]) {
      expect(await ask({ ...action, token })).toMatchObject({ status: 410, body: { code: 'gone' } })
    }
  })

  test('a weak password is refused, and the link still works', async () => {
    const email = 'dan@acme.example'
    await invite(email)
    const token = await tokenFor(email)
    expect(await ask({ action: 'accept', token, ...NAMED, password: '12345' })).toMatchObject({ status: 422 })
    expect(await ask({ action: 'accept', token, ...NAMED, password: 'letmein' })).toMatchObject({ status: 422 })
    const long = 'x'.repeat(73)
    expect(await ask({ action: 'accept', token, ...NAMED, password: long })).toMatchObject({ status: 422 })
    expect(await ask({ action: 'accept', token, ...NAMED, first_name: ' ' })).toMatchObject({ status: 400 })
    expect(await ask({ action: 'accept', token, ...NAMED })).toMatchObject({ status: 200 })
  })

  test('withdrawn ones open nothing; nor do forged tokens, or those of something else', async () => {
    const email = 'eva@acme.example'
    await invite(email)
    const token = await tokenFor(email)
    const { data } = await admin.client
      .from('founder_invitations')
      .select('id')
      .eq('email', email)
      .single()
      .throwOnError()
    await admin.client.rpc('withdraw_invitation', { invitation: data.id }).throwOnError()
    expect(await ask({ action: 'accept', token, ...NAMED })).toMatchObject({ status: 410, body: { code: 'gone' } })
    for (const forged of [`${token}x`, `x${token}`, 'no.token', '']) {
      expect(await ask({ action: 'accept', token: forged, ...NAMED })).toMatchObject({
        status: 400,
        body: { code: 'invalid' },
      })
    }
    expect((await signIn(email, NAMED.password)).error?.code).toBe('invalid_credentials')
  })

  test('an account that no one has used is taken over, with a new password; a used one is left alone', async () => {
    const email = 'fay@acme.example'
    const auth = server.client(server.secretKey).auth.admin
    await invite(email)
    const token = await tokenFor(email)
    const made = await auth.createUser({ email, password: 'of a stranger', user_metadata: { first_name: 'Mallory' } })
    expect(made.error).toBeNull()
    expect(await ask({ action: 'accept', token, ...NAMED })).toMatchObject({ status: 200 })
    expect((await signIn(email, 'of a stranger')).error?.code).toBe('invalid_credentials')
    expect((await signIn(email, NAMED.password)).data.user?.user_metadata).toMatchObject({ first_name: 'Cleo' })
    const id = made.data.user?.id ?? ''
    // A mailed link that is opened later does not remove the password.
    expect(await owner.query('select email from server.proven_emails where user_id = $1', [id])).toEqual([{ email }])

    await invite('gil@acme.example')
    const late = await tokenFor('gil@acme.example')
    await auth.createUser({ email: 'gil@acme.example', password: NAMED.password, email_confirm: true })
    const another = { ...NAMED, password: 'another one here' }
    expect(await ask({ action: 'accept', token: late, ...another })).toMatchObject({
      status: 409,
      body: { code: 'has-account' },
    })
    expect((await signIn('gil@acme.example', NAMED.password)).error).toBeNull()
  })

  test('the name that was typed is the profile’s, also where the profile was made before', async () => {
    const email = 'ida@acme.example'
    await invite(email)
    const token = await tokenFor(email)
    const auth = server.client(server.secretKey).auth.admin
    const { data } = await auth.createUser({ email, user_metadata: { first_name: 'Mallory', last_name: 'Stranger' } })
    const id = data.user?.id ?? ''
    await owner.query(`insert into public.profiles (id, first_name, last_name) values ($1, 'Mallory', 'Stranger')`, [
      id,
    ])
    expect(await ask({ action: 'accept', token, ...NAMED })).toMatchObject({ status: 200 })
    const names = await owner.query('select first_name, last_name from public.profiles where id = $1', [id])
    expect(names).toEqual([{ first_name: 'Cleo', last_name: 'Reyes' }])
  })

  test('one that is sent again has a second link; tries are limited', async () => {
    const email = 'hal@acme.example'
    await invite(email)
    const first = await tokenFor(email)
    const { data } = await admin.client
      .from('founder_invitations')
      .select('id')
      .eq('email', email)
      .single()
      .throwOnError()
    await owner.query(`update public.founder_invitations set sent_at = now() - interval '1 hour' where email = $1`, [
      email,
    ])
    await admin.client.rpc('send_invitation_again', { invitation: data.id }).throwOnError()
    const second = await tokenFor(email, 2)
    for (const token of [first, second]) expect(await ask({ action: 'show', token })).toMatchObject({ status: 200 })
    const statuses = new Set<number>()
    for (let n = 0; n < 40; n++) statuses.add((await ask({ action: 'show', token: first })).status)
    expect(statuses).toContain(429)
  })

  test('only the secret key sends mails', async () => {
    expect((await runFunction(server, 'invitation-mails', { key: server.publishableKey })).status).toBe(403)
  })
})
