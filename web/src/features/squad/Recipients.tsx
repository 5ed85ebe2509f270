import { Popover } from '@base-ui/react/popover'
import { ChevronDown, Users } from 'lucide-react'
import { chooseRecipient, namesOf, SQUAD, type SquadId } from '../../../../domain/squad.ts'
import { Button } from '../../ui/Button.tsx'

interface RecipientsProps {
  chosen: readonly SquadId[]
  onChange: (chosen: readonly SquadId[]) => void
}

/** Shows the recipients of a message, and opens the list to choose from. */
export function Recipients({ chosen, onChange }: RecipientsProps) {
  return (
    <Popover.Root>
      <Popover.Trigger render={<Button variant="outline" size="sm" className="max-w-full" />}>
        <Users aria-hidden />
        <span className="truncate">To: {namesOf(chosen) || 'choose recipients'}</span>
        <ChevronDown aria-hidden className="text-muted" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="end" className="z-50">
          <Popover.Popup className="w-64 rounded-lg border border-border bg-surface p-2 shadow-raised">
            <Popover.Title className="px-2 pt-1 pb-2 text-sm text-muted">Recipients</Popover.Title>
            {SQUAD.map(({ id, name }) => (
              <label
                key={id}
                className="flex min-h-9 items-center gap-3 rounded-md px-2 hover:bg-sunken pointer-coarse:min-h-11"
              >
                <input
                  type="checkbox"
                  className="size-4 accent-primary"
                  checked={chosen.includes(id)}
                  onChange={() => onChange(chooseRecipient(chosen, id))}
                />
                {name}
              </label>
            ))}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
