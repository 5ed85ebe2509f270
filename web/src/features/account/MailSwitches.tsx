import { useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { formatTime } from '../../lib/texts/dates.ts'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { Loaded, Skeleton } from '../../ui/states.tsx'
import { mailSettingsQuery, mailTexts, useSaveMailSettings, zoneHere, type MailSettings } from './mails.ts'

/** Until the founder chooses another one: late on Friday, early enough to answer. */
const REMINDER_HOUR = 16

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  id: String(hour),
  label: formatTime(new Date(2026, 0, 1, hour)),
}))

/** Which mails the founder gets. */
export function MailSwitches({ user }: { user: string }) {
  return (
    <Loaded query={useQuery(mailSettingsQuery(user))} failed={mailTexts.loadFailed} loading={<Skeleton lines={2} />}>
      {(settings) => <Switches user={user} settings={settings} />}
    </Loaded>
  )
}

function Switches({ user, settings }: { user: string; settings: MailSettings }) {
  const { mutate } = useSaveMailSettings(user)
  const change = (changed: Partial<MailSettings>) => mutate({ from: settings, to: { ...settings, ...changed } })
  const { replies, weekly, reminder_hour, time_zone } = settings
  const here = zoneHere()
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label="Email me replies I have not seen after 30 minutes"
        hint="At most one an hour, and eight a day."
        checked={replies}
        onChange={(checked) => change({ replies: checked })}
      />
      <Switch
        label="Email me my week on Mondays"
        hint={`At 8:00, ${zoneName(weekly ? time_zone : here)} time.`}
        checked={weekly}
        onChange={(checked) => change({ weekly: checked, time_zone: here })}
      />
      <Switch
        label="Remind me on Fridays when I have not checked in"
        hint={reminder_hour === null ? 'At an hour you choose.' : `In ${zoneName(time_zone)} time.`}
        checked={reminder_hour !== null}
        onChange={(checked) =>
          change({ reminder_hour: checked ? REMINDER_HOUR : null, time_zone: weekly ? time_zone : here })
        }
      />
      {reminder_hour !== null && (
        <div className="ml-7 w-40">
          <Select
            label="Hour of the reminder"
            labelLook="hidden"
            options={HOURS}
            value={String(reminder_hour)}
            onChange={(hour) => change({ reminder_hour: Number(hour) })}
          />
        </div>
      )}
      {weekly && offsetOf(time_zone) !== offsetOf(here) && (
        <Button variant="outline" size="sm" className="self-start" onClick={() => change({ time_zone: here })}>
          Use {zoneName(here)} time
        </Button>
      )}
    </div>
  )
}

interface SwitchProps {
  label: string
  hint: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
}

function Switch({ label, hint, checked, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div>
      <label className="flex min-h-9 items-center gap-3 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          className="size-4 shrink-0 accent-primary"
          aria-describedby={id}
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
      </label>
      <p id={id} className="ml-7 text-sm text-muted">
        {hint}
      </p>
    </div>
  )
}

/** "America/Los_Angeles" as "Los Angeles". */
const zoneName = (timeZone: string) => timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ')

/** The database may know a zone by another name than the browser: compared is the present distance from UTC. */
function offsetOf(timeZone: string): string {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts()
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  } catch {
    return timeZone
  }
}
