import { Rss } from 'lucide-react'
import { startTransition, Suspense, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { Button } from '../../ui/Button.tsx'

const loadDialog = () => import('./SubscribeDialog.tsx')
const SubscribeDialog = lazyPart(loadDialog, 'SubscribeDialog')

/** Opens the dialog with the URL for calendar subscriptions. */
export function SubscribeButton() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="self-center"
        onPointerEnter={() => void loadDialog()}
        onFocus={() => void loadDialog()}
        onClick={() => startTransition(() => setIsOpen(true))}
      >
        <Rss aria-hidden />
        Subscribe in another calendar
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <SubscribeDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
