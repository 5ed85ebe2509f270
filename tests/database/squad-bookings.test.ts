import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addDays } from '../../domain/days.ts'
import type { IsoDate } from '../../domain/week.ts'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Actor, type Cast, type Row } from '../permissions/actors.ts'

/** A slot some days from now, at an hour of UTC within the squad's hours all year. */
const slot = (days: number, time = '15:00') => `${addDays(today(), days)}T${time}:00Z`
const today = () => new Date().toISOString().slice(0, 10) as IsoDate

describe.each(engines)('calls with the squad on %s', (engine) => {
  let cast: Cast
  let owner: Owner
  beforeAll(async () => {
    cast = await gather(engine)
    owner = await ownerOf(cast.config, cast.database)
  })
  beforeEach(() => cast.service.deletes('squad_bookings', {}))
  afterAll(async () => {
    await owner.end()
    await cast.close()
  })

  const book = async (who: Actor, member: string, starts_at: string): Promise<Row> => {
    const [booking] = await cast.service.calls('book_call', { founder: who.id, member, starts_at, topic: ' Pricing ' })
    if (!booking) throw new Error('nothing was answered')
    return booking
  }
  const move = (booking: Row, starts_at: string) =>
    cast.service.calls('move_call', { booking: booking['id'] ?? '', starts_at })
  const cancel = (booking: Row) => cast.service.calls('cancel_call', { booking: booking['id'] ?? '' })
  const taken = async (member: string) =>
    (await cast.service.calls<string>('taken_slots', { member })).map((moment) =>
      new Date(moment).toISOString().replace('.000', ''),
    )
  const isTaken = { code: '23505', message: 'this time is taken' }

  test('a call lasts half an hour, and is readable by its founder and admins', async () => {
    const booking = await book(cast.ana, 'growth', slot(2))
    expect(booking).toMatchObject({ topic: 'Pricing', revision: 0, cancelled_at: null })
    expect(Date.parse(String(booking['ends_at'])) - Date.parse(String(booking['starts_at']))).toBe(1_800_000)
    expect(await cast.ana.sees('squad_bookings')).toEqual([booking])
    expect(await cast.admin.sees('squad_bookings')).toEqual([booking])
    expect(await cast.ben.sees('squad_bookings')).toEqual([])
  })

  test('a slot of a member can be booked once, and stays free for other members', async () => {
    await book(cast.ana, 'growth', slot(2))
    await expect(book(cast.ben, 'growth', slot(2))).rejects.toMatchObject(isTaken)
    await book(cast.ben, 'product', slot(2))
    expect(await taken('growth')).toEqual([slot(2)])
    expect(await taken('strategy')).toEqual([])
  })

  test('a call with the whole squad requires and blocks all members', async () => {
    await book(cast.ana, 'whole-squad', slot(2))
    for (const member of ['whole-squad', 'strategy', 'growth', 'product']) {
      await expect(book(cast.ben, member, slot(2))).rejects.toMatchObject(isTaken)
      expect(await taken(member)).toEqual([slot(2)])
    }
    await book(cast.ben, 'product', slot(3))
    await expect(book(cast.ana, 'whole-squad', slot(3))).rejects.toMatchObject(isTaken)
    expect(await taken('whole-squad')).toEqual([slot(2), slot(3)])
  })

  test('returns the same call for a repeated request', async () => {
    const booking = await book(cast.ana, 'growth', slot(2))
    expect(await book(cast.ana, 'growth', slot(2))).toEqual(booking)
    expect(await cast.ana.sees('squad_bookings')).toHaveLength(1)
  })

  test('an admin books a call for a founder, who gets the mail, within the founder’s limits', async () => {
    const bookFor = (starts_at: string, member = 'growth') =>
      cast.admin.calls<string>('book_founder_call', { founder: cast.ana.id, member, starts_at, topic: ' Pricing ' })
    await cast.service.deletes('mail_settings', {})
    await cast.service.adds('mail_settings', { user_id: cast.ana.id, time_zone: 'Europe/Lisbon' })
    const [id] = await bookFor(slot(2))
    expect(await bookFor(slot(2))).toEqual([id])
    expect(await cast.ana.sees('squad_bookings')).toMatchObject([
      { id, member: 'growth', topic: 'Pricing', time_zone: 'Europe/Lisbon' },
    ])
    expect(await owner.query('select booking from private.booking_mails')).toEqual([{ booking: id }])
    expect(await cast.admin.sees('admin_audit', { table_name: 'squad_bookings', action: 'insert' })).toMatchObject([
      { admin_id: cast.admin.id, user_id: cast.ana.id, row_id: id },
    ])
    await expect(bookFor(slot(2), 'product')).rejects.toMatchObject({ code: '23505' })
    await expect(bookFor(slot(40))).rejects.toMatchObject({ code: 'P0001' })
    await expect(bookFor(slot(3), 'nobody')).rejects.toMatchObject({ code: '23514' })
    await book(cast.ben, 'product', slot(4))
    await expect(bookFor(slot(4), 'product')).rejects.toMatchObject(isTaken)
    const taken = await cast.admin.calls<string>('taken_times_for_founder', { founder: cast.ana.id, member: 'product' })
    expect(taken.map((moment) => Date.parse(moment)).sort()).toEqual([slot(2), slot(4)].map((time) => Date.parse(time)))
  })

  test('a founder has one call at a time', async () => {
    await book(cast.ana, 'growth', slot(2))
    const second = await book(cast.ana, 'growth', slot(3))
    const refused = { code: '23505', message: 'you have another call at this time' }
    await expect(book(cast.ana, 'product', slot(2))).rejects.toMatchObject(refused)
    await expect(move(second, slot(2))).rejects.toMatchObject(refused)
  })

  test('limits a founder to five upcoming calls, even with concurrent bookings', async () => {
    const tries = ['13', '14', '15', '16', '17', '18', '19', '20'].map((hour) =>
      book(cast.ana, 'growth', slot(2, `${hour}:30`)),
    )
    const refusals = (await Promise.allSettled(tries)).filter(({ status }) => status === 'rejected')
    // 13:30 UTC is before nine in New York in winter.
    const rows = await cast.ana.sees('squad_bookings')
    expect([rows.length, refusals.length]).toEqual([5, 3])
    const [first] = rows
    await cancel(first ?? {})
    await book(cast.ana, 'product', slot(3))
  })

  test.each([
    ['within the hour', () => nextHalfHour(), 'P0001'],
    ['in the past', () => slot(-1), 'P0001'],
    ['after 28 days', () => slot(29), 'P0001'],
    ['before nine in New York', () => slot(2, '12:30'), '23514'],
    ['after half past five in New York', () => slot(2, '23:00'), '23514'],
    ['between half hours', () => slot(2, '15:15'), '23514'],
    ['a second late', () => slot(2, '15:00').replace(':00Z', ':01Z'), '23514'],
  ])('rejects booking or moving a call to a time %s', async (_when, time, code) => {
    const booking = await book(cast.ana, 'growth', slot(2))
    await expect(book(cast.ben, 'product', time())).rejects.toMatchObject({ code })
    await expect(move(booking, time())).rejects.toMatchObject({ code })
    expect(await cast.service.sees('squad_bookings')).toEqual([booking])
    expect(await taken('growth')).toEqual([slot(2)])
  })

  test('the squad’s hours follow New York’s clocks', async () => {
    const holds = async (moment: string) =>
      owner.query(
        `insert into public.squad_bookings (user_id, member, starts_at, ends_at)
         select $1, 'growth', $2::timestamptz, $2::timestamptz + interval '30 minutes'`,
        [cast.ana.id, moment],
      )
    for (const moment of ['2026-07-06T13:00Z', '2026-07-06T21:30Z', '2026-12-07T14:00Z', '2026-12-07T22:30Z']) {
      await holds(moment)
    }
    for (const moment of ['2026-07-06T12:30Z', '2026-07-06T22:00Z', '2026-12-07T13:30Z', '2026-12-07T23:00Z']) {
      await expect(holds(moment)).rejects.toThrow('squad_bookings_starts_at_check')
    }
  })

  test('moving a call frees its slot; a call moved to a taken slot keeps its time', async () => {
    const booking = await book(cast.ana, 'whole-squad', slot(2))
    await book(cast.ben, 'product', slot(3))
    await expect(move(booking, slot(3))).rejects.toMatchObject(isTaken)
    expect(await cast.ana.sees('squad_bookings')).toEqual([booking])
    const [moved] = await move(booking, slot(4))
    expect(moved).toMatchObject({ id: booking['id'], revision: 1 })
    expect(await taken('strategy')).toEqual([slot(4)])
    await book(cast.ben, 'growth', slot(2))
  })

  test('moving a call to its own slot changes nothing', async () => {
    const booking = await book(cast.ana, 'growth', slot(2))
    expect(await move(booking, slot(2))).toEqual([booking])
  })

  test('two calls that are concurrently moved to each other’s slots both keep their own', async () => {
    const [hers, his] = [await book(cast.ana, 'whole-squad', slot(2)), await book(cast.ben, 'growth', slot(3))]
    const tries = await Promise.allSettled([move(hers, slot(3)), move(his, slot(2))])
    expect(tries).toMatchObject([{ reason: isTaken }, { reason: isTaken }])
  })

  test('cancelling a call frees its slot, and works once', async () => {
    const booking = await book(cast.ana, 'growth', slot(2))
    const [cancelled] = await cancel(booking)
    expect(cancelled).toMatchObject({ revision: 1 })
    expect(cancelled?.['cancelled_at']).not.toBeNull()
    expect(await cancel(booking)).toEqual([cancelled])
    await expect(move(booking, slot(3))).rejects.toMatchObject({ code: 'P0001' })
    await book(cast.ben, 'growth', slot(2))
    // The same founder may book the cancelled slot again.
    await book(cast.ana, 'product', slot(2))
  })

  test('rejects moving or cancelling a call that has begun', async () => {
    const booking = await book(cast.ana, 'growth', slot(2))
    await owner.query(
      `update public.squad_bookings set starts_at = starts_at - interval '7 days', ends_at = ends_at - interval '7 days'`,
    )
    await expect(move(booking, slot(3))).rejects.toMatchObject({ code: 'P0001' })
    await expect(cancel(booking)).rejects.toMatchObject({ code: 'P0001' })
  })

  test('deleting an account deletes its calls, their slots and their mails', async () => {
    const gone = await owner.query(`insert into auth.users (email) values ('gone@example.com') returning id`)
    const id = String((gone as { id: string }[])[0]?.id)
    await cast.service.calls('book_call', { founder: id, member: 'growth', starts_at: slot(2) })
    await owner.query('delete from auth.users where id = $1', [id])
    expect(await taken('growth')).toEqual([])
    expect(await cast.service.sees('squad_bookings')).toEqual([])
    expect(await cast.service.calls('claim_booking_mails', { max_rows: 10 })).toEqual([])
  })

  describe('calls of one network', () => {
    const bookFrom = (who: Actor, network: string, starts_at: string) =>
      cast.service.calls('book_call', { founder: who.id, member: 'growth', starts_at, network, network_limit: 2 })
    const full = { code: 'P0001', message: 'too many calls ahead were booked from this network' }

    test('are bounded over all accounts', async () => {
      await bookFrom(cast.ana, '192.0.2.1', slot(2))
      await bookFrom(cast.ben, '192.0.2.1', slot(3))
      await expect(bookFrom(cast.admin, '192.0.2.1', slot(4))).rejects.toMatchObject(full)
      await bookFrom(cast.admin, '192.0.2.2', slot(4))
    })

    test('that were cancelled or have begun do not count, and their network is forgotten', async () => {
      const [first] = await bookFrom(cast.ana, '192.0.2.1', slot(2))
      await bookFrom(cast.ben, '192.0.2.1', slot(3))
      await cancel(first ?? {})
      await bookFrom(cast.ana, '192.0.2.1', slot(4))
      await owner.query(
        `update public.squad_bookings set starts_at = starts_at - interval '7 days', ends_at = ends_at - interval '7 days'`,
      )
      await bookFrom(cast.ana, '192.0.2.1', slot(5))
      expect(await owner.query('select from private.call_networks')).toHaveLength(1)
    })
  })

  describe('an admin', () => {
    const audited = async () =>
      (await cast.admin.sees('admin_audit', { table_name: 'squad_bookings' })).map(({ admin_id, user_id, after }) => ({
        admin_id, user_id, after,
      })) // prettier-ignore

    test('moves a founder’s call, also one that was moved too often, and the founder is mailed', async () => {
      const booking = await book(cast.ana, 'growth', slot(2))
      for (const day of [3, 4, 5, 6, 7]) await move(booking, slot(day))
      await expect(move(booking, slot(8))).rejects.toMatchObject({ code: 'P0001' })
      await cast.service.calls('claim_booking_mails', { max_rows: 10 })
      await cast.admin.calls('move_founder_call', { booking: booking['id'] ?? '', starts_at: slot(8) })
      expect(await cast.ana.sees('squad_bookings')).toMatchObject([{ revision: 6 }])
      expect(await taken('growth')).toEqual([slot(8)])
      expect(await cast.service.calls('claim_booking_mails', { max_rows: 10 })).toMatchObject([{ revision: 6 }])
      expect((await audited()).at(-1)).toMatchObject({ admin_id: cast.admin.id, user_id: cast.ana.id })
    })

    test('cancels a founder’s call, and the founder is mailed', async () => {
      const booking = await book(cast.ana, 'growth', slot(2))
      await cast.service.calls('claim_booking_mails', { max_rows: 10 })
      await cast.admin.calls('cancel_founder_call', { booking: booking['id'] ?? '' })
      expect(await taken('growth')).toEqual([])
      expect(await cast.service.calls('claim_booking_mails', { max_rows: 10 })).toMatchObject([{ revision: 1 }])
      expect((await audited()).at(-1)?.after).toHaveProperty('cancelled_at')
    })

    test('hands a founder’s call to another member at the same time, and the founder is mailed', async () => {
      const booking = await book(cast.ana, 'growth', slot(2))
      const handOver = (member: string | null, call = booking['id'] ?? '') =>
        cast.admin.calls('hand_over_call', { booking: call, member })
      await cast.service.calls('claim_booking_mails', { max_rows: 10 })
      await handOver('product')
      await handOver('product')
      expect([await taken('growth'), await taken('product')]).toEqual([[], [slot(2)]])
      expect(await cast.service.calls('claim_booking_mails', { max_rows: 10 })).toMatchObject([
        { revision: 1, member: 'product', last_change: 'handed-over' },
      ])
      expect((await audited()).at(-1)).toMatchObject({ admin_id: cast.admin.id, after: { member: 'product' } })
      await book(cast.ben, 'strategy', slot(2))
      await expect(handOver('strategy')).rejects.toMatchObject(isTaken)
      await expect(handOver('nobody')).rejects.toMatchObject({ code: '23514' })
      await expect(handOver(null)).rejects.toMatchObject({ code: '22023' })
      await cancel(booking)
      await expect(handOver('growth')).rejects.toMatchObject({ code: 'P0001' })
      expect(await cast.ana.sees('squad_bookings')).toMatchObject([
        { member: 'product', starts_at: booking['starts_at'] },
      ])
    })

    test('moves no call to a time that its member or its founder has another one', async () => {
      const booking = await book(cast.ana, 'growth', slot(2))
      await book(cast.ben, 'growth', slot(3))
      await book(cast.ana, 'product', slot(4))
      const moves = (starts_at: string) =>
        cast.admin.calls('move_founder_call', { booking: booking['id'] ?? '', starts_at })
      await expect(moves(slot(3))).rejects.toMatchObject(isTaken)
      await expect(moves(slot(4))).rejects.toMatchObject({ code: '23505' })
      const times = await cast.admin.calls<string>('taken_times_for_call', { booking: booking['id'] ?? '' })
      const iso = times.map((time) => new Date(time).toISOString().replace('.000', ''))
      expect(iso.toSorted()).toEqual([slot(2), slot(3), slot(4)])
    })

    test('reads in the audit who changed a call, and founders’ own changes are not in it', async () => {
      const before = (await audited()).length
      const booking = await book(cast.ana, 'growth', slot(2))
      await move(booking, slot(3))
      await cancel(booking)
      expect(await audited()).toHaveLength(before)
    })
  })

  describe('booking mails', () => {
    const claim = () => cast.service.calls('claim_booking_mails', { max_rows: 10 })
    const sent = ({ booking = '', revision = 0 }: Row) => cast.service.calls('booking_mail_sent', { booking, revision })
    /** Moves the queue's due times back by some minutes. */
    const wait = (minutes: number) =>
      owner.query(`update private.booking_mails set due_at = due_at - interval '1 minute' * $1`, [minutes])

    test('booking a call notifies the name of the function to run', async () => {
      const received: string[] = []
      const stop = await cast.database.listen('functions', {
        notified: (name) => received.push(name),
        lost: () => received.push('lost'),
        restored: () => undefined,
      })
      await book(cast.ana, 'growth', slot(2))
      await vi.waitFor(() => expect(received).toEqual(['booking-mails']), { timeout: 10_000 })
      await stop()
    })

    test('a booking mail is claimed once, again with backoff, and not after it was sent', async () => {
      const booking = await book(cast.ana, 'growth', slot(2))
      const [mail] = await claim()
      expect(mail).toMatchObject({ booking: booking['id'], revision: 0, email: 'ana@example.com' })
      expect(await claim()).toEqual([])
      await wait(1)
      expect(await claim()).toHaveLength(1)
      await wait(1)
      expect(await claim()).toEqual([])
      await wait(1)
      expect(await claim()).toHaveLength(1)
      await sent(mail ?? {})
      await wait(60)
      expect(await claim()).toEqual([])
    })

    test('a booking mail has the newest state, and is queued again after a change during sending', async () => {
      const booking = await book(cast.ana, 'growth', slot(2))
      const [first] = await claim()
      await move(booking, slot(3))
      await sent(first ?? {})
      const [second] = await claim()
      expect(second).toMatchObject({ revision: 1 })
      await cancel(booking)
      await sent(second ?? {})
      expect(await claim()).toMatchObject([{ revision: 2 }])
    })

    test('booking mails are not sent after the call has ended', async () => {
      await book(cast.ana, 'growth', slot(2))
      await owner.query(
        `update public.squad_bookings set starts_at = starts_at - interval '7 days', ends_at = ends_at - interval '7 days'`,
      )
      expect(await claim()).toEqual([])
      expect(await owner.query('select from private.booking_mails')).toHaveLength(0)
    })
  })
})

/** The next half hour, less than an hour from now. */
function nextHalfHour(): string {
  return new Date(Math.ceil(Date.now() / 1_800_000) * 1_800_000).toISOString()
}
