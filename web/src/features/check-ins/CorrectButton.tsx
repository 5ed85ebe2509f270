import { Pencil } from 'lucide-react'
import { startTransition, useState } from 'react'
import { dayOf, type IsoDate } from '../../../../domain/week.ts'
import { formatDate } from '../../lib/texts/dates.ts'
import { lazyDialog } from '../../lib/offline/lazy-dialog.ts'
import { useNow } from '../../lib/texts/use-now.ts'
import { useAction } from '../../ui/actions.ts'
import { Button } from '../../ui/Button.tsx'
import { isChangeable } from './changeable-weeks.ts'
import type { CheckIn } from './api.ts'

const CorrectCheckInDialog = lazyDialog(() => import('./CorrectCheckInDialog.tsx'), 'CorrectCheckInDialog')

export interface CorrectButtonProps {
  checkIn: CheckIn
  /** Whether the action `check-in` opens it. */
  hasAction?: boolean
}

/** Opens the form of a check-in that is stored, as long as the founder may correct it. */
export function CorrectButton({ checkIn, hasAction = false }: CorrectButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const today = dayOf(useNow())
  const open = () => startTransition(() => setIsOpen(true))
  useAction(hasAction ? 'check-in' : undefined, open)
  if (!isChangeable(checkIn.week_of as IsoDate, today)) return null
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        className="text-muted"
        aria-label={`Edit check-in: Week of ${formatDate(checkIn.week_of)}`}
        {...CorrectCheckInDialog.onIntent}
        onClick={open}
      >
        <Pencil aria-hidden />
      </Button>
      {isOpen && <CorrectCheckInDialog checkIn={checkIn} onClose={() => setIsOpen(false)} />}
    </>
  )
}
