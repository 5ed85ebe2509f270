import { queryOptions } from '@tanstack/react-query'
import { fail, succeed, type Result } from '../../../../domain/result.ts'
import { tables } from '../../lib/session/client.ts'
import { config } from '../../lib/session/config.ts'
import { keys } from '../../lib/data/keys.ts'
import type { ToastText } from '../../lib/texts/toasts.ts'
import { feedTexts } from './feed-texts.ts'

/** A calendar feed; only its creator has seen its URL. */
export interface Feed {
  readonly createdAt: string
  readonly lastReadAt: string | null
}

/** The founder's feed; null without one. */
export const feedQuery = (user: string) =>
  queryOptions({
    queryKey: keys.calendarFeed(user),
    queryFn: async (): Promise<Feed | null> => {
      const [feed] = (await (await tables()).rpc('calendar_feed_state').throwOnError()).data
      return feed ? { createdAt: feed.created_at, lastReadAt: feed.last_read_at } : null
    },
    meta: { failed: feedTexts.loadFailed },
  })

/** `code` is the step-up that the server requires. */
type FeedFailure = ToastText & { readonly code: string }

/** Creates a feed, in place of the previous one. */
export async function makeAddress(): Promise<Result<string, FeedFailure>> {
  const time_zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const { data, error } = await (await tables()).rpc('new_calendar_feed', { time_zone })
  if (error) return fail({ title: feedTexts.makeFailed, description: error.message, code: error.hint || error.code })
  return succeed(`${config().supabaseUrl}/functions/v1/calendar-feed?key=${data}`)
}

export async function turnOff(): Promise<Result<null, ToastText>> {
  const { error } = await (await tables()).rpc('revoke_calendar_feed')
  return error ? fail({ title: feedTexts.turnOffFailed, description: error.message }) : succeed(null)
}
