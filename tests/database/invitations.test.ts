import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Cast, type Row } from '../permissions/actors.ts'

describe.each(engines)('invitations of founders on %s', (engine) => {
  let cast: Cast
  let owner: Owner
  beforeAll(async () => {
    cast = await gather(engine)
    owner = await ownerOf(cast.config, cast.database)
  })
  afterAll(async () => {
    await owner.end()
    await cast.close()
  })
  beforeEach(() => owner.query('delete from public.founder_invitations'))

  const invite = (addresses: readonly string[], more: Row = {}) =>
    cast.admin.calls('invite_founders', {
      addresses: `{${addresses.map((address) => JSON.stringify(address)).join(',')}}`,
      ...more,
    })
  const invited = async () => (await cast.admin.sees('founder_invitations')).map(({ email }) => email).sort()
  const idOf = async (email: string) => String((await cast.admin.sees('founder_invitations', { email }))[0]?.['id'])

  test('each address is invited once, and what was done with each is said', async () => {
    const { email: known } = (
      await owner.query<{ email: string }>('select email from auth.users where id = $1', [cast.ana.id])
    )[0]!
    await invite(['cleo@acme.example'])
    expect(
      await invite([' Dan@Acme.example ', 'dan@acme.example', 'cleo@acme.example', known.toUpperCase(), 'no address']),
    ).toEqual(
      [
        { email: known, outcome: 'has an account' },
        { email: 'cleo@acme.example', outcome: 'invited before' },
        { email: 'dan@acme.example', outcome: 'invited' },
        { email: 'no address', outcome: 'no address' },
      ].sort((a, b) => (a.email < b.email ? -1 : 1)),
    )
    expect(await invited()).toEqual(['cleo@acme.example', 'dan@acme.example'])
  })

  test.each([
    'a@b',
    '@acme.example',
    'a@acme.example, b@acme.example',
    'a@acme.example\nBcc: all@acme.example',
    'Ana <a@acme.example>',
    `${'a'.repeat(250)}@b.co`,
  ])('%j is no address', async (address) => {
    expect((await invite([address])).map(({ outcome }) => outcome)).toEqual(['no address'])
    expect(await invited()).toEqual([])
  })

  test.each([
    ['no address at all', [], {}, '22023'],
    ['201 addresses', Array.from({ length: 201 }, (_, n) => `f${n}@acme.example`), {}, '22023'],
    ['words of 1,001 characters', ['e@acme.example'], { words: 'x'.repeat(1001) }, '22023'],
    ['a label that is gone', ['e@acme.example'], { label: '00000000-0000-4000-8000-000000000000' }, 'P0002'],
  ])('%s invites nobody', async (_name, addresses, more, code) => {
    await expect(invite(addresses, more)).rejects.toMatchObject({ code })
    expect(await invited()).toEqual([])
  })

  test('1,000 wait at most', async () => {
    await owner.query(
      `insert into public.founder_invitations (email) select 'f' || n || '@acme.example' from generate_series(1, 999) n`,
    )
    await invite(['the-last@acme.example'])
    await expect(invite(['one-more@acme.example'])).rejects.toMatchObject({ code: '54000' })
  })

  test('1,000 are emailed a day at most, whatever is withdrawn', async () => {
    await owner.query(
      `insert into private.rate_limits (bucket, used, ends_at) values ('invitations', 999, now() + interval '1 hour')
       on conflict (bucket) do update set used = 999, ends_at = now() + interval '1 hour'`,
    )
    await invite(['the-last@acme.example'])
    const invitation = await idOf('the-last@acme.example')
    await expect(invite(['one-more@acme.example'])).rejects.toMatchObject({ code: '54000' })
    await owner.query('update public.founder_invitations set due_at = null')
    await expect(cast.admin.calls('send_invitation_again', { invitation })).rejects.toMatchObject({ code: '54000' })
    await owner.query(`delete from private.rate_limits where bucket = 'invitations'`)
  })

  test('while its mail is tried it is not sent again', async () => {
    await invite(['cleo@acme.example'])
    await cast.service.calls('claim_invitations', { max_rows: 5 })
    await cast.admin.calls('send_invitation_again', { invitation: await idOf('cleo@acme.example') })
    expect(await cast.service.calls('claim_invitations', { max_rows: 5 })).toEqual([])
  })

  test('whoever made an account in another way leaves the list, with the label; links that ended long ago do too', async () => {
    await cast.admin.adds('founder_labels', { name: 'Batch 10' })
    const [label] = await cast.admin.sees('founder_labels', { name: 'Batch 10' })
    await invite(['cleo@acme.example', 'old@acme.example', 'still@acme.example'], { label: String(label?.['id']) })
    await owner.query(
      `update public.founder_invitations set email = (select email from auth.users where id = $1)
       where email = 'cleo@acme.example'`,
      [cast.ana.id],
    )
    await owner.query(
      `update public.founder_invitations set due_at = null, expires_at = now() - interval '91 days'
       where email = 'old@acme.example'`,
    )
    await cast.service.calls('delete_expired', { max_rows: 1 })
    expect(await invited()).toEqual(['still@acme.example'])
    expect(await cast.admin.sees('labelled_founders', { user_id: cast.ana.id })).toEqual([
      { label: label?.['id'], user_id: cast.ana.id },
    ])
  })

  test('founders, visitors and former admins neither invite nor withdraw', async () => {
    await invite(['cleo@acme.example'])
    const invitation = await idOf('cleo@acme.example')
    for (const actor of [cast.anonymous, cast.ana, cast.exAdmin]) {
      for (const [name, given] of [
        ['invite_founders', { addresses: '{e@acme.example}' }],
        ['send_invitation_again', { invitation }],
        ['withdraw_invitation', { invitation }],
        ['claim_invitations', { max_rows: 5 }],
        ['read_invitation', { invitation }],
        ['accept_invitation', { invitation, founder: cast.ana.id }],
      ] as const) {
        await expect(actor.calls(name, given)).rejects.toMatchObject({ code: '42501' })
      }
    }
    expect(await invited()).toEqual(['cleo@acme.example'])
  })

  test('a mail is claimed once, again after a pause, and no more once it is sent; it is sent again ten minutes later at the earliest', async () => {
    await invite(['cleo@acme.example'], { words: ' Bring your numbers ' })
    const invitation = await idOf('cleo@acme.example')
    const claim = () => cast.service.calls('claim_invitations', { max_rows: 5 })
    expect(await claim()).toEqual([
      { id: invitation, email: 'cleo@acme.example', words: 'Bring your numbers', inviter: expect.any(String) },
    ])
    expect(await claim()).toEqual([])
    await owner.query(`update public.founder_invitations set due_at = now()`)
    expect(await claim()).toHaveLength(1)
    await cast.service.calls('invitation_sent', { invitation, expires_at: '2030-01-01T00:00:00Z' })
    await expect(cast.admin.calls('send_invitation_again', { invitation })).rejects.toMatchObject({ code: 'P0001' })
    await owner.query(`update public.founder_invitations set sent_at = now() - interval '11 minutes'`)
    await cast.admin.calls('send_invitation_again', { invitation })
    expect(await claim()).toHaveLength(1)
  })

  test('one that is withdrawn is gone, and the audit says who invited and withdrew', async () => {
    await owner.query(`delete from public.founder_invitations`)
    await invite(['cleo@acme.example', 'dan@acme.example'])
    const invitation = await idOf('cleo@acme.example')
    await cast.admin.calls('withdraw_invitation', { invitation })
    await expect(cast.admin.calls('withdraw_invitation', { invitation })).rejects.toMatchObject({ code: 'P0002' })
    expect(await cast.service.calls('read_invitation', { invitation })).toEqual([])
    const entries = await owner.query<Row>(
      `select action, before, after from public.admin_audit where table_name = 'founder_invitations' order by id desc limit 2`,
    )
    expect(entries).toEqual([
      { action: 'delete', before: { address: 'cleo@acme.example' }, after: null },
      { action: 'insert', before: null, after: { addresses: 'cleo@acme.example, dan@acme.example' } },
    ])
  })

  test('who accepts gets its label', async () => {
    await cast.admin.adds('founder_labels', { name: 'Batch 9' })
    const [label] = await cast.admin.sees('founder_labels', { name: 'Batch 9' })
    await invite(['cleo@acme.example'], { label: String(label?.['id']) })
    const invitation = await idOf('cleo@acme.example')
    await cast.service.calls('accept_invitation', { invitation, founder: cast.ben.id })
    expect(await invited()).toEqual([])
    expect(await cast.admin.sees('labelled_founders', { user_id: cast.ben.id })).toEqual([
      { label: label?.['id'], user_id: cast.ben.id },
    ])
  })
})
