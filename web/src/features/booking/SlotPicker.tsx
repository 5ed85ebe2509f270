import { useId, useMemo, useState } from 'react'
import { SQUAD_HOURS } from '../../../../domain/squad-hours.ts'
import { classNames } from '../../ui/class-names.ts'
import { Select } from '../../ui/Select.tsx'
import { slotDays } from './slot-days.ts'
import { ownZone, useTimeZone } from './time-zone.ts'

interface SlotPickerProps {
  /** ISO, soonest first; at least one. */
  slots: readonly string[]
  chosen: string | null
  onChoose: (slot: string) => void
  /** ISO; its day is selected at first, or the next one with slots. */
  openAt?: string
}

/** First a day, then one of its times; both are radio groups. */
export function SlotPicker({ slots, chosen, onChoose, openAt }: SlotPickerProps) {
  const group = useId()
  const [timeZone, setTimeZone] = useTimeZone()
  const days = useMemo(() => slotDays(slots, timeZone), [slots, timeZone])
  const [openDate, setOpenDate] = useState<string>()
  const dayOfChosen = days.find((day) => day.slots.some(({ starts_at }) => starts_at === chosen))
  const [dayToOpen] = slotDays(openAt === undefined ? [] : [openAt], timeZone)
  const firstDay = days.find(({ date }) => !dayToOpen || date >= dayToOpen.date) ?? days.at(-1)
  const open = days.find(({ date }) => date === openDate) ?? dayOfChosen ?? firstDay
  if (!open) return null

  return (
    <div className="flex min-w-0 flex-col gap-5">
      <fieldset className="min-w-0">
        <legend className="mb-1.5 text-sm font-medium">Day</legend>
        <div className="relative grid grid-cols-4 gap-2 sm:grid-cols-7">
          {days.map(({ date, weekday, day }) => (
            <label key={date} className={classNames(option, 'min-w-0 flex-col px-1 py-2')}>
              <input
                type="radio"
                name={`${group}-day`}
                checked={date === open.date}
                className="sr-only"
                onChange={() => setOpenDate(date)}
              />
              <span className="text-xs">{weekday} </span>
              <span className="font-medium">{day}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset className="min-w-0">
        <legend className="mb-1.5 text-sm font-medium">
          {open.title} <span className="font-normal text-muted">({open.zone})</span>
        </legend>
        <div className="relative grid grid-cols-[repeat(auto-fill,minmax(5.75rem,1fr))] gap-2">
          {open.slots.map(({ starts_at, label }) => (
            <label key={starts_at} className={classNames(option, 'min-h-10 px-2 text-center tabular-nums')}>
              <input
                type="radio"
                name={`${group}-time`}
                checked={starts_at === chosen}
                className="sr-only"
                onChange={() => {
                  setOpenDate(open.date)
                  onChoose(starts_at)
                }}
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      <Select label="Time zone" options={zones(timeZone)} value={timeZone} onChange={setTimeZone} />
    </div>
  )
}

const option = classNames(
  'flex items-center justify-center rounded-md border border-field/60 bg-surface select-none hover:bg-sunken',
  'has-checked:border-primary has-checked:bg-primary has-checked:text-on-primary pointer-coarse:min-h-11',
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
)

/** The browser's own, the squad's, and UTC, without duplicates. */
function zones(current: string) {
  const named = [
    { id: ownZone(), label: `Your time – ${words(ownZone())}` },
    { id: SQUAD_HOURS.timeZone, label: `The squad’s time – ${words(SQUAD_HOURS.timeZone)}` },
    { id: 'UTC', label: 'UTC' },
    { id: current, label: words(current) },
  ]
  return named.filter(({ id }, index) => named.findIndex((other) => other.id === id) === index)
}

const words = (zone: string) => zone.replaceAll('_', ' ')
