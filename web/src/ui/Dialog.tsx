import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, type FocusEvent, type ReactNode, type RefObject } from 'react'
import { classNames } from './class-names.ts'
import { PanelBoundary } from './PanelBoundary.tsx'

interface DialogProps {
  title: string
  description?: ReactNode
  onClose: () => void
  children: ReactNode
  width?: keyof typeof widths
  /** At a fixed distance from the top, for tabs of different heights: in the middle they would move when one is chosen. */
  isAtTop?: boolean
  /** The element focused after closing, if not the one before. */
  finalFocus?: RefObject<HTMLElement | null>
}

const widths = { narrow: 'max-w-lg', medium: 'max-w-4xl', wide: 'max-w-5xl' } as const

/** Open while it is rendered. Its backdrop dims other dialogs too. */
export function Dialog({ title, description, onClose, children, width = 'narrow', isAtTop, finalFocus }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop forceRender className={backdrop} />
        <Base.Viewport className="fixed inset-0 z-40 grid grid-cols-1 place-items-center overflow-y-auto scroll-pb-20 p-3 sm:p-6">
          <Base.Popup
            ref={popup}
            initialFocus={(opened) => (opened === 'touch' || hasOnlyClose(popup.current) ? popup.current : true)}
            {...(finalFocus && { finalFocus })}
            onBlurCapture={keepInList}
            className={classNames(
              'relative w-full min-w-0 rounded-xl border border-border bg-surface p-5 shadow-raised outline-none sm:p-6',
              'transition-[opacity,translate] duration-150 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0',
              widths[width],
              isAtTop ? 'mb-auto sm:mt-[8vh]' : 'my-auto',
            )}
          >
            <header className="mb-5 pr-10">
              <Base.Title className="text-xl wrap-anywhere">{title}</Base.Title>
              {description && <Base.Description className="mt-1 text-muted">{description}</Base.Description>}
            </header>
            <PanelBoundary>{children}</PanelBoundary>
            <Base.Close className={closeButton} aria-label="Close">
              <X aria-hidden className="size-4" />
            </Base.Close>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

/**
 * While its content loads: with the focus on Close, an Enter meant for what comes would close the dialog. Opened by touch, a
 * field with the focus would open the keyboard.
 */
const hasOnlyClose = (popup: HTMLElement | null) =>
  popup?.querySelectorAll('a, button, input, select, textarea').length === 1

/**
 * A list that closes hides the focused option, and gives the focus to its control. The dialog would take the option for a
 * removed element, and focus itself.
 */
function keepInList(event: FocusEvent): void {
  if (event.target instanceof HTMLOptionElement) event.stopPropagation()
}

/** The buttons of a dialog: in view however high it is. */
export const DialogFooter = ({ children }: { children: ReactNode }) => (
  <div className="sticky -bottom-3 sm:-bottom-6 -mx-5 -mb-5 flex items-center gap-3 rounded-b-xl border-t border-border bg-surface px-5 py-3 sm:-mx-6 sm:-mb-6 sm:px-6">
    {children}
  </div>
)

interface DrawerProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/** Slides in from the left, for the sidebar on a phone. */
export function Drawer({ title, onClose, children }: DrawerProps) {
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop forceRender className={backdrop} />
        <Base.Popup className="fixed inset-y-0 left-0 z-40 w-72 max-w-[88vw] overflow-y-auto border-r border-border bg-surface shadow-raised transition-transform duration-200 data-ending-style:-translate-x-full data-starting-style:-translate-x-full">
          <Base.Title className="sr-only">{title}</Base.Title>
          {children}
          <Base.Close className={closeButton} aria-label="Close">
            <X aria-hidden className="size-4" />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

const backdrop =
  'fixed inset-0 z-40 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0'

const closeButton =
  'absolute top-3 right-3 grid size-9 place-items-center rounded-md text-muted hover:bg-sunken hover:text-foreground pointer-coarse:size-11'
