import { queryOptions } from '@tanstack/react-query'
import { tables } from '../../lib/session/client.ts'
import { useOptimistic } from '../../lib/data/use-optimistic.ts'
import { zoneHere } from './time-zones.ts'

/** Notices: the other screens do not load them. */
export const mailTexts = {
  loadFailed: 'Failed to load which emails you get',
  saveFailed: 'Failed to save which emails you get',
}

export interface MailSettings {
  /** Replies that stay unread. */
  readonly replies: boolean
  /** The week, on Mondays. */
  readonly weekly: boolean
  /** 0 to 23: of the reminder on Fridays without a check-in; null: none. */
  readonly reminder_hour: number | null
  /** IANA name of the zone of all of these. */
  readonly time_zone: string
  /** Of admins: founders who have waited longer than promised. */
  readonly promises: boolean
  /** Of admins: 0 to 23, of the team's week on Mondays; null: none. */
  readonly team_week_hour: number | null
}

const keyOf = (user: string) => ['account', user, 'mails']

/** Nothing is stored before the user chooses; the database's defaults apply. */
async function selectMailSettings(user: string): Promise<MailSettings> {
  const columns = 'replies, weekly, reminder_hour, time_zone, promises, team_week_hour'
  const settings = (await tables()).from('mail_settings').select(columns).eq('user_id', user)
  const { data } = await settings.maybeSingle().throwOnError()
  return (
    data ?? {
      replies: true,
      weekly: false,
      reminder_hour: null,
      time_zone: zoneHere(),
      promises: true,
      team_week_hour: null,
    }
  )
}

export const mailSettingsQuery = (user: string) =>
  queryOptions({
    queryKey: keyOf(user),
    queryFn: () => selectMailSettings(user),
    meta: { failed: mailTexts.loadFailed },
  })

interface Change {
  readonly from: MailSettings
  readonly to: MailSettings
}

export const useSaveMailSettings = (user: string) =>
  useOptimistic<MailSettings, Change>({
    queryKey: keyOf(user),
    run: async ({ to }) =>
      (await tables())
        .from('mail_settings')
        .upsert({ user_id: user, ...to })
        .throwOnError(),
    apply: (_, { to }) => to,
    undo: (_, { from }) => from,
    failed: mailTexts.saveFailed,
  })
