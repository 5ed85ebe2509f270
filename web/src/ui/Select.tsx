import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import { memo, useMemo } from 'react'
import { classNames } from './class-names.ts'
import { control } from './Field.tsx'

interface SelectProps<Id extends string> {
  label: string
  options: readonly { readonly id: Id; readonly label: string }[]
  value: Id | null
  onChange: (id: Id) => void
  placeholder?: string
  /** `hidden` keeps the label for assistive technology only. */
  labelLook?: 'above' | 'hidden'
}

function PlainSelect<Id extends string>({
  label,
  options,
  value,
  onChange,
  placeholder,
  labelLook = 'above',
}: SelectProps<Id>) {
  const items = useMemo(() => options.map((option) => ({ value: option.id, label: option.label })), [options])
  return (
    // The content security policy forbids style elements; our own class hides the list's scroll bar.
    <CSPProvider disableStyleElements>
      {/* The page may scroll beside it: to lock it lays out the whole page. */}
      <Base.Root
        items={items}
        modal={false}
        value={value}
        onValueChange={(id: Id | null) => id !== null && onChange(id)}
      >
        <div>
          <Base.Label className={labelLook === 'hidden' ? 'sr-only' : 'mb-1.5 block text-sm font-medium'}>
            {label}
          </Base.Label>
          <Base.Trigger
            className={classNames(
              control,
              'flex h-9 items-center justify-between gap-2 text-start pointer-coarse:h-11',
            )}
          >
            <Base.Value placeholder={placeholder} className="truncate data-placeholder:text-muted" />
            <Base.Icon>
              <ChevronDown aria-hidden className="size-4 text-muted" />
            </Base.Icon>
          </Base.Trigger>
        </div>
        <Base.Portal>
          <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50">
            <Base.Popup className="max-h-(--available-height) [scrollbar-width:none] max-w-(--available-width) min-w-(--anchor-width) overflow-y-auto rounded-md border border-border bg-surface p-1 shadow-raised">
              {items.map((item) => (
                <Base.Item
                  key={item.value}
                  value={item.value}
                  className="grid min-h-8 cursor-default grid-cols-[1rem_1fr] items-center gap-2 rounded-sm px-2 text-base outline-none select-none data-highlighted:bg-primary-soft pointer-coarse:min-h-11"
                >
                  <Base.ItemIndicator>
                    <Check aria-hidden className="size-4 text-primary" />
                  </Base.ItemIndicator>
                  <Base.ItemText className="col-start-2">{item.label}</Base.ItemText>
                </Base.Item>
              ))}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  )
}

/** Memoised: with the same options, a choice in one list renders no other. */
export const Select = memo(PlainSelect) as typeof PlainSelect
