import { CircleAlert } from 'lucide-react'
import { bookingTexts } from './booking-texts.ts'
import type { Refusal } from './api.ts'

/** Why an action was refused, shown beside it. It gets the focus, since its button may be disabled. */
export function RefusalNote({ refusal }: { refusal: Refusal | null }) {
  if (!refusal) return null
  return (
    <p
      ref={focus}
      tabIndex={-1}
      role="alert"
      className="flex items-start gap-2 rounded-md bg-destructive-soft px-3 py-2 text-sm text-destructive outline-none"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {refusal.code ? bookingTexts.refusals[refusal.code] : bookingTexts.failed}
    </p>
  )
}

/** Remounted for each refusal: a new attempt removes the previous one. */
const focus = (note: HTMLElement | null) => note?.focus()
