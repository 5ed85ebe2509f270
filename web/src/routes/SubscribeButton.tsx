import { Rss } from 'lucide-react'
import { startTransition, useState } from 'react'
import { lazyDialog } from '../lib/offline/lazy-dialog.ts'
import { Button } from '../ui/Button.tsx'

const SubscribeDialog = lazyDialog(() => import('./SubscribeDialog.tsx'), 'SubscribeDialog')

/** Opens the dialog with the URL for calendar subscriptions. */
export function SubscribeButton() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="self-center"
        {...SubscribeDialog.onIntent}
        onClick={() => startTransition(() => setIsOpen(true))}
      >
        <Rss aria-hidden />
        Subscribe in another calendar
      </Button>
      {isOpen && <SubscribeDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}
