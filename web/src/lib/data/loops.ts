import { queryOptions } from '@tanstack/react-query'
import type { Tables } from '../../../../domain/tables.ts'
import { kept } from '../offline/kept-query.ts'
import { tables } from '../session/client.ts'
import { texts } from '../texts/texts.ts'
import { keys } from './keys.ts'

export type Loop = Tables['traction_loops']

async function selectLoops(user: string): Promise<Loop[]> {
  const loops = (await tables()).from('traction_loops')
  const { data } = await loops.select().eq('user_id', user).order('created_at', { ascending: false }).throwOnError()
  return data
}

/** One founder's loops, newest first; refetched when one of the rows changes. */
export const loopsQuery = (user: string) =>
  kept(
    queryOptions({
      queryKey: keys.loops(user),
      queryFn: () => selectLoops(user),
      refetchOnWindowFocus: 'always',
      meta: { failed: texts.loops.loadFailed },
    }),
  )
