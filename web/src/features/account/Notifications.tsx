import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { PUSH_KINDS, type PushKind } from '../../../../domain/push.ts'
import type { PushState } from '../../lib/session/push-device.ts'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { Loaded, Skeleton } from '../../ui/states.tsx'
import { HOURS } from './hours.ts'
import {
  pushSettingsQuery,
  pushStateQuery,
  pushTexts,
  useSavePushSettings,
  useTurnPush,
  type PushSettings,
} from './pushes.ts'
import { Switch } from './Switch.tsx'
import { offsetOf, zoneHere, zoneName } from './time-zones.ts'

/** Until the user chooses others. */
const QUIET = { quiet_from: 22, quiet_to: 7 } as const

interface NotificationsProps {
  user: string
  isAdmin: boolean
}

/** Whether this browser is notified, and of what. */
export function Notifications({ user, isAdmin }: NotificationsProps) {
  const state = useQuery(pushStateQuery(user))
  return (
    <Loaded query={state} failed={pushTexts.stateFailed} loading={<Skeleton lines={2} />}>
      {(state) => (
        <>
          <Device user={user} state={state} />
          {(state.kind === 'on' || state.kind === 'failing') && <Settings user={user} isAdmin={isAdmin} />}
        </>
      )}
    </Loaded>
  )
}

/** Of the first button, which stays where it is: it keeps the focus. */
const LABELS = { off: 'Turn On', on: 'Turn Off', failing: 'Set Up Again' } as const

function Device({ user, state }: { user: string; state: PushState }) {
  const { mutate, isPending } = useTurnPush(user)
  const status = useRef<HTMLOutputElement>(null)
  const isPressed = useRef(false)
  useLayoutEffect(() => {
    // The button that was pressed may be gone.
    if (!isPressed.current || document.activeElement !== document.body) return
    isPressed.current = false
    status.current?.focus()
  })
  const turn = (isOn: boolean, label: string) => (
    <Button
      variant="outline"
      aria-disabled={isPending}
      onClick={() => {
        if (isPending) return
        isPressed.current = true
        mutate(isOn)
      }}
    >
      {label}
    </Button>
  )
  const { kind } = state
  return (
    <>
      <output ref={status} tabIndex={-1} className={kind === 'failing' ? 'text-destructive' : 'text-muted'}>
        {statusOf(state)}
      </output>
      {(kind === 'off' || kind === 'on' || kind === 'failing') && (
        <div className="flex flex-wrap gap-2">
          {turn(kind !== 'on', kind === 'off' && isPending ? 'Turning on...' : LABELS[kind])}
          {kind === 'failing' && turn(false, 'Turn Off')}
        </div>
      )}
    </>
  )
}

function statusOf(state: PushState): string {
  switch (state.kind) {
    case 'unsupported':
      return 'This browser can’t show notifications of web apps.'
    case 'not-installed':
      return 'On an iPhone or iPad, notifications come from the installed app: tap Share, then “Add to Home Screen”, and open it from there.'
    case 'blocked':
      return 'Your browser blocks notifications from this site. Allow them in its settings for this site, beside the address, and come back.'
    case 'not-configured':
      return 'This server isn’t set up to send notifications.'
    case 'off':
      return 'Get a notification when something happens while the app is closed. Your browser will ask for your permission.'
    case 'on':
      return 'On, for as long as you’re signed in on this device.'
    case 'failing':
      return `Your browser’s push service ${state.reason}.${state.isRetried ? ' We’ll try again.' : ''}`
  }
}

function Settings({ user, isAdmin }: NotificationsProps) {
  return (
    <Loaded query={useQuery(pushSettingsQuery(user))} failed={pushTexts.loadFailed} loading={<Skeleton lines={4} />}>
      {(settings) => <Choices user={user} isAdmin={isAdmin} settings={settings} />}
    </Loaded>
  )
}

function Choices({ user, isAdmin, settings }: NotificationsProps & { settings: PushSettings }) {
  const { mutate } = useSavePushSettings(user)
  const change = (to: Partial<PushSettings>) => mutate({ from: settings, to })
  const { muted, shows_names, quiet_from, quiet_to, time_zone } = settings
  const setKind = (kind: PushKind, isOn: boolean) =>
    change({ muted: isOn ? muted.filter((one) => one !== kind) : [...muted, kind] })
  const here = zoneHere()
  const isQuiet = quiet_from !== null && quiet_to !== null
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-sm text-muted">On all your devices that get notifications:</legend>
      {PUSH_KINDS.filter(({ isForAdmins }) => isForAdmins === isAdmin).map(({ id, label }) => (
        <Switch key={id} label={label} checked={!muted.includes(id)} onChange={(isOn) => setKind(id, isOn)} />
      ))}
      <Switch
        label="Show names"
        hint="Anyone who sees the screen can read them, locked too. What was written is never shown."
        checked={shows_names}
        onChange={(checked) => change({ shows_names: checked })}
      />
      <Switch
        label="Quiet hours"
        hint={
          isQuiet
            ? `In ${zoneName(time_zone)} time. What still matters comes when they end.`
            : 'Hours of each day without notifications.'
        }
        checked={isQuiet}
        onChange={(checked) => change(checked ? { ...QUIET, time_zone: here } : { quiet_from: null, quiet_to: null })}
      />
      {isQuiet && (
        <div className="ml-7 flex flex-wrap items-end gap-3">
          <Hour label="From" value={quiet_from} except={quiet_to} onChange={(hour) => change({ quiet_from: hour })} />
          <Hour label="To" value={quiet_to} except={quiet_from} onChange={(hour) => change({ quiet_to: hour })} />
          {offsetOf(time_zone) !== offsetOf(here) && (
            <Button variant="outline" size="sm" onClick={() => change({ time_zone: here })}>
              Use {zoneName(here)} time
            </Button>
          )}
        </div>
      )}
    </fieldset>
  )
}

interface HourProps {
  label: string
  value: number
  /** The other end. */
  except: number
  onChange: (hour: number) => void
}

const Hour = ({ label, value, except, onChange }: HourProps) => (
  <div className="w-32">
    <Select
      label={label}
      options={HOURS.filter(({ id }) => Number(id) !== except)}
      value={String(value)}
      onChange={(hour) => onChange(Number(hour))}
    />
  </div>
)
