import { useQuery } from '@tanstack/react-query'
import { MailPlus, RotateCw } from 'lucide-react'
import { startTransition, useState } from 'react'
import { formatCount } from '../../../../../domain/numbers.ts'
import { lazyDialog } from '../../../lib/offline/lazy-dialog.ts'
import { formatDay } from '../../../lib/texts/dates.ts'
import { useLiveRows } from '../../../lib/data/use-live-rows.ts'
import { useNow } from '../../../lib/texts/use-now.ts'
import { useAction } from '../../../ui/actions.ts'
import { Button } from '../../../ui/Button.tsx'
import { cardLook } from '../../../ui/Card.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { DeleteButton } from '../../../ui/DeleteButton.tsx'
import { INVITATIONS_KEY, invitationsQuery, useSendAgain, useWithdraw, type Invitation } from './api.ts'

const InviteDialog = lazyDialog(() => import('./InviteDialog.tsx'), 'InviteDialog')

export function InviteButton() {
  const [isOpen, setIsOpen] = useState(false)
  const open = () => startTransition(() => setIsOpen(true))
  useAction('invite', open)
  return (
    <>
      <Button {...InviteDialog.onIntent} onClick={open}>
        <MailPlus aria-hidden />
        Invite Founders
      </Button>
      {isOpen && <InviteDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** Rows shown at first, and added by a press. */
const PAGE = 50

/** Who was invited and has not accepted yet; nothing where no one is. */
export function Invitations() {
  const [shown, setShown] = useState(PAGE)
  useLiveRows('founder_invitations', undefined, INVITATIONS_KEY)
  const { data: invitations = [] } = useQuery(invitationsQuery)
  if (invitations.length === 0) return null
  return (
    <details className={classNames(cardLook, 'px-5 py-3')}>
      <summary className="cursor-pointer py-1 font-medium">
        Invited, not joined yet <span className="text-muted tabular-nums">({formatCount(invitations.length)})</span>
      </summary>
      <ul>
        {invitations.slice(0, shown).map((invitation) => (
          <li key={invitation.id}>
            <Row invitation={invitation} />
          </li>
        ))}
      </ul>
      {invitations.length > shown && (
        <Button variant="outline" size="sm" className="mt-2" onClick={() => setShown(shown + PAGE)}>
          Show More
        </Button>
      )}
    </details>
  )
}

function Row({ invitation }: { invitation: Invitation }) {
  const { mutate: sendAgain, isPending } = useSendAgain()
  const { mutate: withdraw } = useWithdraw()
  const { id, email } = invitation
  return (
    <div className="flex items-center justify-between gap-3 py-1">
      <div className="min-w-0">
        <p className="truncate">
          <bdi>{email}</bdi>
        </p>
        <p className="text-sm text-muted">{stateOf(invitation, useNow())}</p>
      </div>
      <div className="flex shrink-0">
        <Button
          variant="ghost"
          size="icon"
          className="text-muted hover:text-foreground"
          aria-label={`Send again: ${email}`}
          aria-disabled={isPending}
          onClick={() => !isPending && sendAgain(id)}
        >
          <RotateCw aria-hidden />
        </Button>
        <DeleteButton
          label={`Withdraw: ${email}`}
          title="Withdraw this invitation?"
          description={`The link sent to ${email} will stop working.`}
          confirmLabel="Withdraw"
          onDelete={() => withdraw(id)}
        />
      </div>
    </div>
  )
}

function stateOf({ created_at, sent_at, expires_at, due_at, attempts }: Invitation, now: Date): string {
  if (due_at !== null) {
    return attempts > 1 ? 'The email could not be sent yet. We’ll try again.' : 'The email is on its way.'
  }
  if (sent_at === null || expires_at === null) return 'The email could not be sent. Send it again.'
  if (new Date(expires_at) < now) return `Expired on ${formatDay(expires_at)}. Send it again.`
  return `Invited ${formatDay(created_at)}, valid until ${formatDay(expires_at)}`
}
