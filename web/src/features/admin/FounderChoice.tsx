import { Combobox } from '@base-ui/react/combobox'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { fullName } from '../../lib/session/profile.ts'
import { adminTexts } from '../../lib/texts/admin-texts.ts'
import { useDebouncedValue } from '../../ui/use-debounced-value.ts'
import { control } from '../../ui/Field.tsx'
import { classNames } from '../../ui/class-names.ts'
import { foundersQuery } from './founders.ts'

/** The fields of a founder that the choice shows. */
export interface ChosenFounder {
  readonly id: string
  readonly first_name: string
  readonly last_name: string
  readonly email?: string | null
}

interface FounderChoiceProps {
  value: ChosenFounder | null
  onChange: (founder: ChosenFounder | null) => void
}

/** Searches all founders by name. */
export function FounderChoice({ value, onChange }: FounderChoiceProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const { data, isFetching, isError, refetch } = useInfiniteQuery(foundersQuery(useDebouncedValue(typed.trim())))
  const founders: readonly ChosenFounder[] = data?.founders ?? []

  return (
    // The content security policy forbids style elements.
    <CSPProvider disableStyleElements>
      <Combobox.Root<ChosenFounder>
        items={founders}
        filter={null}
        value={value}
        itemToStringLabel={fullName}
        onOpenChange={(isOpen) => isOpen && isError && void refetch()}
        isItemEqualToValue={(item, chosen) => item.id === chosen.id}
        onValueChange={(founder) => onChange(founder && pickFounder(founder))}
        // The text that a selection writes into the field is not a search.
        onInputValueChange={(text, { reason }) => setTyped(reason === 'input-change' ? text : '')}
      >
        <div>
          <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
            Founder
          </label>
          <Combobox.Input
            id={id}
            placeholder="Find by name..."
            className={classNames(control, 'h-9 pointer-coarse:h-11')}
          />
        </div>
        <Combobox.Portal>
          <Combobox.Positioner sideOffset={4} className="z-50">
            <Combobox.Popup
              aria-busy={isFetching}
              className="max-h-[min(20rem,var(--available-height))] w-(--anchor-width) overflow-y-auto rounded-md border border-border bg-surface p-1 shadow-raised"
            >
              <Combobox.Empty className="px-2 py-1.5 text-muted empty:hidden">
                {isFetching ? 'Searching...' : isError ? adminTexts.usersFailed : 'No founder with that name.'}
              </Combobox.Empty>
              <Combobox.List>
                {(founder: ChosenFounder) => (
                  <Combobox.Item
                    key={founder.id}
                    value={founder}
                    className="flex min-h-8 cursor-default items-center rounded-sm px-2 select-none data-highlighted:bg-primary-soft data-selected:font-medium pointer-coarse:min-h-11"
                  >
                    <span className="truncate">{fullName(founder)}</span>
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
    </CSPProvider>
  )
}

const pickFounder = ({ id, first_name, last_name }: ChosenFounder): ChosenFounder => ({ id, first_name, last_name })
