import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from '../lib/data/store.ts'
import { toasts, type Toast } from '../lib/texts/toasts.ts'
import { classNames } from './class-names.ts'

/** Milliseconds on screen; errors stay longer. Not a product rule (SPEC section 9). */
const TOAST_DURATION_MS = { success: 5000, destructive: 9000 } as const

/**
 * Shows notices above every dialog, where a screen has nothing to read or press: in the header of a small screen, between its
 * buttons, else in the line above the title. What lies below a second one can still be pressed. `aria-live="off"` announces
 * nothing itself; it keeps open dialogs from hiding the notices from assistive technology.
 */
export function Toaster() {
  const shown = useStore(toasts)
  return createPortal(
    <section
      aria-label="Notifications"
      aria-live="off"
      className="pointer-events-none fixed inset-x-0 top-0 z-60 flex flex-wrap justify-center gap-1 px-13 py-1 lg:left-72 lg:px-8 lg:py-0.5 print:hidden"
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>,
    document.body,
  )
}

function ToastCard({ toast: { id, tone, title, description } }: { toast: Toast }) {
  // Screen readers announce what is inserted into a live region, not its initial content.
  const [isFilled, setIsFilled] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setIsFilled(true))
    return () => cancelAnimationFrame(frame)
  }, [])

  // Counted from when it is visible: a notice may be shown while the page is loading.
  useEffect(() => {
    const timer = setTimeout(() => toasts.dismiss(id), TOAST_DURATION_MS[tone])
    return () => clearTimeout(timer)
  }, [id, tone])

  const isError = tone === 'destructive'
  const Icon = isError ? CircleAlert : CircleCheck
  return (
    <div
      className={classNames(
        'flex w-full animate-[rise_180ms_ease-out] items-center gap-2 rounded-lg border border-l-4 px-1 py-px pl-2 shadow-raised sm:w-fit',
        isError ? 'border-destructive bg-destructive-soft' : 'border-border border-l-success bg-surface',
      )}
    >
      <Icon aria-hidden className={classNames('size-4 shrink-0', isError ? 'text-destructive' : 'text-success')} />
      <div
        role={isError ? 'alert' : 'status'}
        aria-atomic="true"
        className="flex min-w-0 flex-1 flex-wrap gap-x-2 text-sm wrap-anywhere"
      >
        {isFilled && (
          <>
            <p className="font-medium">{title}</p>
            <p className={isError ? undefined : 'text-muted'}>{description}</p>
          </>
        )}
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        className="pointer-events-auto grid size-7 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-foreground pointer-coarse:size-11"
        onClick={() => toasts.dismiss(id)}
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  )
}
