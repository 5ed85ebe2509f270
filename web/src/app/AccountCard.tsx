import { Settings } from 'lucide-react'
import { startTransition, useState, type ReactNode } from 'react'
import { lazyDialog } from '../lib/offline/lazy-dialog.ts'
import { returnedConnection } from '../lib/session/auth-redirect.ts'
import { useAccount } from '../lib/session/session.tsx'
import { useAction } from '../ui/actions.ts'
import { Button } from '../ui/Button.tsx'

const AccountDialog = lazyDialog(() => import('../routes/AccountDialog.tsx'), 'AccountDialog')

/** The user's name, and the button that opens the account dialog. */
export function AccountCard({ children }: { children: ReactNode }) {
  const { id } = useAccount()
  // The dialog opens after connecting another account.
  const [isOpen, setIsOpen] = useState(() => returnedConnection(id) !== undefined)
  const open = () => startTransition(() => setIsOpen(true))
  useAction('account', open)
  return (
    <div className="flex items-center gap-2 rounded-lg bg-primary-soft py-3 pr-2 pl-4">
      <div className="min-w-0 flex-1">{children}</div>
      <Button variant="ghost" size="icon" aria-label="Account settings" {...AccountDialog.onIntent} onClick={open}>
        <Settings aria-hidden />
      </Button>
      {isOpen && <AccountDialog onClose={() => setIsOpen(false)} />}
    </div>
  )
}
