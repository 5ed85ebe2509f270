import { useQuery } from '@tanstack/react-query'
import { HOURS } from './hours.ts'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { Loaded, Skeleton } from '../../ui/states.tsx'
import { mailSettingsQuery, mailTexts, useSaveMailSettings, type MailSettings } from './mails.ts'
import { Switch } from './Switch.tsx'
import { offsetOf, zoneHere, zoneName } from './time-zones.ts'

/** Until the founder chooses another one: late on Friday, early enough to answer. */
const REMINDER_HOUR = 16

/** Until the admin chooses another one. */
const TEAM_WEEK_HOUR = 8

interface MailSwitchesProps {
  user: string
  isAdmin: boolean
}

/** Which mails a founder or an admin gets. */
export function MailSwitches({ user, isAdmin }: MailSwitchesProps) {
  return (
    <Loaded query={useQuery(mailSettingsQuery(user))} failed={mailTexts.loadFailed} loading={<Skeleton lines={2} />}>
      {(settings) =>
        isAdmin ? <TeamSwitches user={user} settings={settings} /> : <Switches user={user} settings={settings} />
      }
    </Loaded>
  )
}

interface SwitchesProps {
  user: string
  settings: MailSettings
}

function TeamSwitches({ user, settings }: SwitchesProps) {
  const { mutate } = useSaveMailSettings(user)
  const change = (changed: Partial<MailSettings>) => mutate({ from: settings, to: { ...settings, ...changed } })
  const { promises, team_week_hour, time_zone } = settings
  const here = zoneHere()
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label="Email me founders who have waited longer than promised"
        hint="Those you answer, and those nobody answers yet. Each once, and at most one email an hour."
        checked={promises}
        onChange={(checked) => change({ promises: checked })}
      />
      <Switch
        label="Email me the team’s week on Mondays"
        hint={
          team_week_hour === null
            ? 'The figures of the week that ended, at an hour you choose.'
            : `In ${zoneName(time_zone)} time, but not before the week has ended in UTC.`
        }
        checked={team_week_hour !== null}
        onChange={(checked) => change({ team_week_hour: checked ? TEAM_WEEK_HOUR : null, time_zone: here })}
      />
      {team_week_hour !== null && (
        <HourSelect
          label="Hour of the team’s week"
          hour={team_week_hour}
          onChange={(hour) => change({ team_week_hour: hour })}
        />
      )}
      {team_week_hour !== null && offsetOf(time_zone) !== offsetOf(here) && (
        <ZoneButton zone={here} onPress={() => change({ time_zone: here })} />
      )}
    </div>
  )
}

function Switches({ user, settings }: SwitchesProps) {
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
        <HourSelect
          label="Hour of the reminder"
          hour={reminder_hour}
          onChange={(hour) => change({ reminder_hour: hour })}
        />
      )}
      {weekly && offsetOf(time_zone) !== offsetOf(here) && (
        <ZoneButton zone={here} onPress={() => change({ time_zone: here })} />
      )}
    </div>
  )
}

interface HourSelectProps {
  label: string
  hour: number
  onChange: (hour: number) => void
}

/** Below the switch whose hour it is. */
const HourSelect = ({ label, hour, onChange }: HourSelectProps) => (
  <div className="ml-7 w-40">
    <Select
      label={label}
      labelLook="hidden"
      options={HOURS}
      value={String(hour)}
      onChange={(chosen) => onChange(Number(chosen))}
    />
  </div>
)

const ZoneButton = ({ zone, onPress }: { zone: string; onPress: () => void }) => (
  <Button variant="outline" size="sm" className="self-start" onClick={onPress}>
    Use {zoneName(zone)} time
  </Button>
)
