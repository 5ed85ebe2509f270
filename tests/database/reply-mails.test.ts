import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connect, connectionOf } from '../../server/database/connect.ts'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Actor, type Cast } from '../permissions/actors.ts'
import { replies } from './squad-chat.ts'

interface Mail {
  readonly founder: string
  readonly email: string
  readonly first_reply: string
  readonly until: string
  readonly unread: number
  readonly replies: readonly {
    readonly id: string
    readonly sender: string
    readonly text: string
    readonly is_cut: boolean
  }[]
}

describe.each(engines)('mails about unread replies on %s', (engine) => {
  let cast: Cast
  let owner: Owner
  beforeAll(async () => {
    cast = await gather(engine)
    owner = await ownerOf(cast.config, cast.database)
  })
  beforeEach(async () => {
    await owner.query('delete from public.squad_messages')
    for (const table of [
      'private.reply_mails',
      'public.mail_settings',
      'public.read_receipts',
      'server.proven_emails',
    ]) {
      await owner.query(`delete from ${table}`)
    }
    await owner.query('update auth.users set email_confirmed_at = now(), banned_until = null, deleted_at = null')
    await owner.query('insert into server.proven_emails (user_id, email, at) select id, email, now() from auth.users')
  })
  afterAll(async () => {
    await owner.end()
    await cast.close()
  })

  const answers = (founder: Actor, content: string) => replies(cast.admin, founder, content)
  const claim = (max_rows = 10) => cast.service.calls<Mail>('claim_reply_mails', { max_rows })
  const sent = ({ founder = '', until = '' }: Partial<Mail> = {}) =>
    cast.service.calls('reply_mail_sent', { founder, until })
  /** Claims and sends what is due. @returns the texts of each mail */
  const mails = async (): Promise<string[][]> => {
    const claimed = await claim()
    for (const mail of claimed) await sent(mail)
    return claimed.map(({ replies }) => replies.map(({ text }) => text))
  }
  const reads = (founder: Actor) => founder.calls('mark_replies_read', { until: '2999-01-01' })
  /** Moves everything that has happened so many minutes into the past. */
  const pass = async (minutes: number) => {
    const shift = async (table: string, ...columns: string[]) =>
      owner.query(
        `update ${table} set ${columns.map((name) => `${name} = ${name} - interval '1 minute' * $1::integer`).join(', ')}`,
        [minutes],
      )
    await shift('public.read_receipts', 'founder_read_until')
    await shift('public.squad_messages', 'created_at')
    await shift('private.reply_mails', 'due_at', 'mailed_until', 'mailed_at')
  }

  test('a reply is mailed when it was not read within 30 minutes, not earlier', async () => {
    await answers(cast.ana, 'Raise it')
    expect(await claim()).toEqual([])
    await pass(29)
    expect(await claim()).toEqual([])
    await pass(1)
    const [message] = await cast.ana.sees('squad_messages')
    expect(await claim()).toEqual([
      {
        founder: cast.ana.id,
        email: 'ana@example.com',
        first_reply: message?.['id'],
        until: message?.['created_at'],
        unread: 1,
        replies: [{ id: message?.['id'], sender: 'Upswing Team', text: 'Raise it', is_cut: false, about: null }],
        failure: null,
      },
    ])
  })

  test('what a founder has read is not mailed, nor what a founder wrote', async () => {
    await answers(cast.ana, 'Seen')
    await cast.ben.adds('squad_messages', { content: 'Hello', user_id: cast.ben.id })
    await pass(20)
    await reads(cast.ana)
    await pass(60)
    expect(await mails()).toEqual([])
    await answers(cast.ana, 'Not seen')
    await pass(29)
    expect(await mails()).toEqual([])
    await pass(1)
    expect(await mails()).toEqual([['Not seen']])
  })

  test('a reply after one that was read waits its own 30 minutes', async () => {
    await answers(cast.ana, 'Seen')
    await pass(20)
    await reads(cast.ana)
    await answers(cast.ana, 'Later')
    await pass(10)
    expect(await mails()).toEqual([])
    await pass(19)
    expect(await mails()).toEqual([])
    await pass(1)
    expect(await mails()).toEqual([['Later']])
  })

  test('a conversation is mailed once an hour, with all unread replies that were not mailed', async () => {
    await answers(cast.ana, 'One')
    await pass(10)
    await answers(cast.ana, 'Two')
    await pass(20)
    expect(await mails()).toEqual([['One', 'Two']])
    await answers(cast.ana, 'Three')
    await pass(30)
    await answers(cast.ana, 'Four')
    await pass(29)
    expect(await mails()).toEqual([])
    await pass(1)
    expect(await mails()).toEqual([['Three', 'Four']])
    await pass(600)
    expect(await mails()).toEqual([])
    // Nothing is known of another founder's conversation.
    await answers(cast.ben, 'Hello Ben')
    await pass(30)
    expect(await mails()).toEqual([['Hello Ben']])
  })

  test('a founder gets eight mails a day, and the next one on the day after', async () => {
    for (let count = 1; count <= 8; count++) {
      await answers(cast.ana, `Number ${count}`)
      await pass(60)
      expect(await mails()).toEqual([[`Number ${count}`]])
    }
    await answers(cast.ana, 'Number 9')
    await pass(60)
    expect(await mails()).toEqual([])
    const [row] = await owner.query<{ due: boolean }>(
      `select due_at = (date_trunc('day', now() at time zone 'utc') + interval '1 day') at time zone 'utc' as due
       from private.reply_mails`,
    )
    expect(row).toEqual({ due: true })
    await owner.query(`update private.reply_mails set due_at = now(), day = day - 1`)
    expect(await mails()).toEqual([['Number 9']])
  })

  test('a mail is claimed once, and again after 5, 10 and 20 minutes until it was sent', async () => {
    await answers(cast.ana, 'Raise it')
    await pass(30)
    expect(await claim()).toHaveLength(1)
    for (const minutes of [5, 10, 20]) {
      await pass(minutes - 1)
      expect(await claim()).toEqual([])
      await pass(1)
      expect(await claim()).toHaveLength(1)
    }
    await pass(40)
    const [last] = await claim()
    await sent(last)
    await pass(3000)
    expect(await claim()).toEqual([])
  })

  test('what is read, and what is written, while a mail is sent', async () => {
    await answers(cast.ana, 'One')
    await pass(30)
    const [first] = await claim()
    await answers(cast.ana, 'Two')
    await sent(first)
    await pass(59)
    expect(await claim()).toEqual([])
    await pass(1)
    expect(await claim()).toMatchObject([{ unread: 1, replies: [{ text: 'Two' }] }])
    // The mail was not sent, and the reply is read before the next try.
    await reads(cast.ana)
    await pass(60)
    expect(await claim()).toEqual([])
  })

  test('replies are mailed for three days, then no more', async () => {
    await answers(cast.ana, 'Old')
    await pass(3 * 1440 - 60)
    expect(await claim()).toHaveLength(1)
    await pass(60)
    expect(await claim()).toEqual([])
    expect(await owner.query('select due_at from private.reply_mails')).toEqual([{ due_at: null }])
  })

  test('a mail has the first ten replies, each up to 1,000 characters, and how many there are', async () => {
    for (let count = 1; count <= 12; count++) await answers(cast.ana, `${count} ${'é'.repeat(1200)}`)
    await pass(30)
    const [mail] = await claim()
    expect(mail).toMatchObject({ unread: 12, replies: { length: 10 } })
    expect(mail?.replies.map(({ text, is_cut }) => [text.length, is_cut])).toEqual(
      Array.from({ length: 10 }, () => [1000, true]),
    )
    expect(mail?.replies[0]?.text.startsWith('1 é')).toBe(true)
    await sent(mail)
    await pass(600)
    expect(await claim()).toEqual([])
  })

  test.each([
    ['is banned', `update auth.users set banned_until = now() + interval '1 day' where id = $1`],
    ['is deleted', 'update auth.users set deleted_at = now() where id = $1'],
    ['has no confirmed address', 'update auth.users set email_confirmed_at = null where id = $1'],
    ['has become an admin', `insert into public.user_roles (user_id, role) values ($1, 'admin')`],
    ['wants none', 'insert into public.mail_settings (user_id, replies) values ($1, false)'],
  ])('a founder who %s gets no mail', async (_what, statement) => {
    await answers(cast.ben, 'Hello')
    await answers(cast.ana, 'Hello')
    await owner.query(statement, [cast.ben.id])
    await pass(30)
    expect(await claim()).toMatchObject([{ founder: cast.ana.id }])
    await owner.query('delete from public.user_roles where user_id = $1', [cast.ben.id])
  })

  test('an address that may be another person’s gets a mail without the texts', async () => {
    await answers(cast.ana, 'Secret')
    await owner.query(`update server.proven_emails set email = 'former@example.com' where user_id = $1`, [cast.ana.id])
    await pass(30)
    const [mail] = await claim()
    expect(mail).toMatchObject({ unread: 1, replies: [], first_reply: expect.any(String) })
  })

  test('stop_mails switches one kind off, for this founder only, and they can switch it on again', async () => {
    await cast.ana.adds('mail_settings', { user_id: cast.ana.id, weekly: true })
    await cast.service.calls('stop_mails', { founder: cast.ana.id, kind: 'replies' })
    expect(await cast.ana.sees('mail_settings')).toMatchObject([{ replies: false, weekly: true }])
    expect(await cast.ben.sees('mail_settings')).toEqual([])
    await cast.service.calls('stop_mails', { founder: cast.ana.id, kind: 'weekly' })
    await cast.service.calls('stop_mails', { founder: cast.ben.id, kind: 'replies' })
    expect(await cast.ana.sees('mail_settings')).toMatchObject([{ replies: false, weekly: false }])
    expect(await cast.ben.sees('mail_settings')).toMatchObject([{ replies: false, weekly: false }])
    await answers(cast.ana, 'Raise it')
    await pass(30)
    expect(await claim()).toEqual([])
    await cast.ana.changes('mail_settings', { user_id: cast.ana.id }, { replies: true })
    await answers(cast.ana, 'Really')
    await pass(30)
    expect(await mails()).toEqual([['Raise it', 'Really']])
    const stranger = { founder: '00000000-0000-4000-8000-000000000000', kind: 'replies' }
    await cast.service.calls('stop_mails', stranger)
    const unknown = cast.service.calls('stop_mails', { founder: cast.ana.id, kind: 'all' })
    await expect(unknown).rejects.toMatchObject({ code: '22023' })
  })

  test('mail settings take time zones by the names that browsers use, and no others', async () => {
    const { ana } = cast
    const zone = async (time_zone: string) => {
      await ana.changes('mail_settings', { user_id: ana.id }, { time_zone })
      return (await ana.sees('mail_settings'))[0]?.['time_zone']
    }
    await ana.adds('mail_settings', { user_id: ana.id })
    expect(await zone('America/Los_Angeles')).toBe('America/Los_Angeles')
    expect(await zone('Asia/Calcutta')).toBe('Asia/Kolkata')
    expect(await zone('Etc/GMT-14')).toBe('Etc/GMT-14')
    for (const link of ['Japan', 'NZ-CHAT', 'Zulu', 'GMT0', 'W-SU']) expect(await zone(link)).toBe(link)
    for (const wrong of [
      '',
      'Mars/Base',
      '+05:30',
      '<x>3',
      'ABC3',
      'abc5',
      'Foo/Bar5',
      'CEST',
      'Factory',
      'Etc/GMT+15',
      'a'.repeat(65),
      "UTC'; select 1",
    ]) {
      await expect(zone(wrong)).rejects.toMatchObject({ code: expect.stringMatching(/^22023|23514$/) })
    }
    const other = ana.changes('mail_settings', { user_id: ana.id }, { user_id: cast.ben.id })
    await expect(other).rejects.toMatchObject({ code: '42501' })
  })

  // The embedded engine has one session.
  test.each([engine].filter((one) => one === 'postgres'))(
    'servers that claim at the same moment get different founders (%s)',
    async () => {
      if (cast.config.kind !== 'postgres') throw new Error('not PostgreSQL')
      const { url } = cast.config
      await answers(cast.ana, 'Hello')
      await answers(cast.ben, 'Hello')
      await pass(30)
      const [one, two] = await Promise.all([1, 2].map(() => connect(connectionOf(url))))
      if (!one || !two) throw new Error('not connected')
      try {
        await one.query('begin')
        const first = await one.query<Mail>('select * from public.claim_reply_mails(1)')
        const second = await two.query<Mail>('select * from public.claim_reply_mails(10)')
        await one.query('commit')
        expect(first.rows).toHaveLength(1)
        expect(second.rows).toHaveLength(1)
        expect(new Set([...first.rows, ...second.rows].map(({ founder }) => founder)).size).toBe(2)
        expect(await claim()).toEqual([])
      } finally {
        await Promise.all([one.end(), two.end()])
      }
    },
  )

  test('deleting an account deletes its settings and its mail', async () => {
    const [gone] = await owner.query<{ id: string }>(
      `insert into auth.users (email, email_confirmed_at) values ('gone@example.com', now()) returning id`,
    )
    const id = gone?.id ?? ''
    await owner.query('insert into public.mail_settings (user_id) values ($1)', [id])
    await owner.query(
      `insert into public.squad_messages (user_id, sender_type, sender_name, content) values ($1, 'squad', 'Team', 'Hi')`,
      [id],
    )
    expect(await owner.query('select user_id from private.reply_mails')).toEqual([{ user_id: id }])
    await owner.query('delete from auth.users where id = $1', [id])
    expect(await owner.query('select from private.reply_mails')).toEqual([])
    expect(await owner.query('select from public.mail_settings')).toEqual([])
  })
})
