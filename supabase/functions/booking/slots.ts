import { bookableTimes } from '../../../domain/booking.ts'
import { isDayOff } from '../../../domain/squad-hours.ts'
import type { Tables } from '../../../domain/tables.ts'
import type { Client, FunctionContext } from '../_shared/function.ts'

/** A row of the table. */
export type Booking = Tables['squad_bookings']

/** When a call may start, booked or not. @returns milliseconds */
export function openTimes({ env }: FunctionContext): number[] {
  const daysOff = (env['SQUAD_HOLIDAYS'] ?? '').split(',').filter(isDayOff)
  return bookableTimes(new Date(), daysOff).map((time) => time.getTime())
}

/** Slots in which both the member and this founder are free. @throws {Error} */
export async function freeSlots(
  context: FunctionContext,
  service: Client,
  { member, user_id }: Pick<Booking, 'member' | 'user_id'>,
): Promise<string[]> {
  const [taken, ahead] = await Promise.all([service.rpc('taken_slots', { member }), callsAhead(service, user_id)])
  if (taken.error) throw new Error(`slots cannot be read: ${taken.error.message}`)
  const busy = new Set([...taken.data, ...ahead.map(({ starts_at }) => starts_at)].map(Date.parse))
  return openTimes(context)
    .filter((time) => !busy.has(time))
    .map((time) => new Date(time).toISOString())
}

/** A founder's calls that are not cancelled, soonest first. @throws {Error} */
export async function callsAhead(service: Client, founder: string): Promise<Booking[]> {
  const { data, error } = await service
    .from('squad_bookings')
    .select()
    .eq('user_id', founder)
    .is('cancelled_at', null)
    .gt('starts_at', new Date().toISOString())
    .order('starts_at')
  if (error) throw new Error(`calls cannot be read: ${error.message}`)
  return data
}

/** @returns null when the call is deleted, with its founder's account @throws {Error} */
export async function readCall(service: Client, id: string): Promise<Booking | null> {
  const { data, error } = await service.from('squad_bookings').select().eq('id', id).maybeSingle()
  if (error) throw new Error(`a call cannot be read: ${error.message}`)
  return data
}
