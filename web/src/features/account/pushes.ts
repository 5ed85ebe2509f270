import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useOptimistic } from '../../lib/data/use-optimistic.ts'
import { tables } from '../../lib/session/client.ts'
import { toastError } from '../../lib/texts/toasts.ts'
import { zoneHere } from './time-zones.ts'

/** Notices: the other screens do not load them. */
export const pushTexts = {
  stateFailed: 'Failed to load whether this device gets notifications',
  loadFailed: 'Failed to load which notifications you get',
  saveFailed: 'Failed to save which notifications you get',
  onFailed: 'Notifications are not on',
  offFailed: 'Notifications are still on',
}

export interface PushSettings {
  /** Kinds; those of a newer server stay as they are. */
  readonly muted: readonly string[]
  readonly shows_names: boolean
  /** 0 to 23, in the time zone below; null: none. */
  readonly quiet_from: number | null
  readonly quiet_to: number | null
  /** IANA name. */
  readonly time_zone: string
}

/** Imported by need, as in PushPart.tsx: it has a file of its own then, which the first screens do not name. */
const loadDevice = () => import('../../lib/session/push-device.ts')

const stateKey = (user: string) => ['account', user, 'push-device']
const settingsKey = (user: string) => ['account', user, 'push-settings']

/** Whether this browser is notified. The user may have changed its settings in another window. */
export const pushStateQuery = (user: string) =>
  queryOptions({
    queryKey: stateKey(user),
    queryFn: async () => (await loadDevice()).readPushState(),
    refetchOnWindowFocus: 'always',
    meta: { failed: pushTexts.stateFailed },
  })

/** Nothing is stored before the user chooses; the database's defaults apply. */
async function selectPushSettings(user: string): Promise<PushSettings> {
  const columns = 'muted, shows_names, quiet_from, quiet_to, time_zone'
  const settings = (await tables()).from('push_settings').select(columns).eq('user_id', user)
  const { data } = await settings.maybeSingle().throwOnError()
  return data ?? { muted: [], shows_names: false, quiet_from: null, quiet_to: null, time_zone: zoneHere() }
}

export const pushSettingsQuery = (user: string) =>
  queryOptions({
    queryKey: settingsKey(user),
    queryFn: () => selectPushSettings(user),
    meta: { failed: pushTexts.loadFailed },
  })

/** Of single settings: others may be in flight. */
interface Change {
  readonly from: PushSettings
  readonly to: Partial<PushSettings>
}

export const useSavePushSettings = (user: string) =>
  useOptimistic<PushSettings, Change>({
    queryKey: settingsKey(user),
    run: async ({ from: { time_zone }, to: { muted, ...to } }) =>
      (await tables())
        .from('push_settings')
        .upsert({ user_id: user, time_zone, ...to, ...(muted && { muted: [...muted] }) })
        .throwOnError(),
    apply: (settings, { to }) => ({ ...settings, ...to }),
    undo: (settings, { from, to }) => {
      const before = Object.keys(to).map((name) => [name, from[name as keyof PushSettings]])
      return { ...settings, ...(Object.fromEntries(before) as Partial<PushSettings>) }
    },
    failed: pushTexts.saveFailed,
  })

/** Turns the notifications of this browser on or off. What its user does not allow is shown as such, without a notice. */
export function useTurnPush(user: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (isOn: boolean) => {
      // First, while the press lasts: browsers ask for nothing else.
      const permission = isOn && (await Notification.requestPermission())
      const { turnPushOn, turnPushOff } = await loadDevice()
      if (permission === 'granted') await turnPushOn()
      else if (!isOn) await turnPushOff()
    },
    onError: (error, isOn) => {
      toastError({ title: isOn ? pushTexts.onFailed : pushTexts.offFailed, description: error.message })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: stateKey(user) }),
  })
}
