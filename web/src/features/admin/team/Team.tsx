import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UserMinus, UserPlus, Webhook } from 'lucide-react'
import { startTransition, useRef, useState } from 'react'
import { keys } from '../../../lib/data/keys.ts'
import { lazyDialog } from '../../../lib/offline/lazy-dialog.ts'
import { fullName } from '../../../lib/session/profile.ts'
import { useAccount } from '../../../lib/session/session.tsx'
import { useStepUp } from '../../../lib/session/step-up.ts'
import { toastError, toastSuccess } from '../../../lib/texts/toasts.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { adminsQuery, grantAdmin, revokeAdmin, type Admin } from './api.ts'
import { teamTexts } from './team-texts.ts'

const AlertDialog = lazyDialog(() => import('../../../ui/AlertDialog.tsx'), 'AlertDialog')

/** What is asked before it is done. */
type Change = { readonly add: string } | { readonly remove: Admin }

/** Who has the admin role: it is given and taken here, each time with a recent proof of who does so. */
export function Team() {
  const { id: me } = useAccount()
  const query = useQuery(adminsQuery)
  const queries = useQueryClient()
  const withStepUp = useStepUp()
  const [change, setChange] = useState<Change>()
  const [isBusy, setIsBusy] = useState(false)
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)

  const ask = (next: Change) => startTransition(() => setChange(next))
  const add = () => {
    const address = typed.trim().toLowerCase()
    if (address === '') {
      toastError({ title: teamTexts.notAdded, description: teamTexts.missing })
      return field.current?.focus()
    }
    if (query.data?.some(({ email }) => email === address)) return toastError(teamTexts.already(address))
    ask({ add: address })
  }
  const confirm = async (confirmed: Change) => {
    setChange(undefined)
    if (isBusy) return
    setIsBusy(true)
    const isAdded = 'add' in confirmed
    const changed = await withStepUp(() => (isAdded ? grantAdmin(confirmed.add) : revokeAdmin(confirmed.remove.id)))
    setIsBusy(false)
    if (!changed) return
    if (!changed.ok) return toastError(changed.failure)
    if (isAdded) setTyped('')
    toastSuccess(isAdded ? teamTexts.added(confirmed.add) : teamTexts.removed(fullName(confirmed.remove)))
    // Who has given up the role reads the list no more, and leaves the admin panel.
    const hasLeft = !isAdded && confirmed.remove.id === me
    void queries.invalidateQueries({ queryKey: hasLeft ? keys.isAdmin(me) : adminsQuery.queryKey })
  }

  return (
    <Page
      title="Team"
      description="Admins read every founder's records and answer for the squad."
      action={
        <ButtonLink to="/admin/team/webhooks" variant="outline">
          <Webhook aria-hidden />
          Webhooks
        </ButtonLink>
      }
    >
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Card title="Admins">
          <Loaded query={query} failed={teamTexts.loadFailed}>
            {(admins) => (
              <ul className="divide-y divide-border">
                {admins.map((admin) => (
                  <li key={admin.id} className="flex items-center justify-between gap-4 py-3">
                    <div className="min-w-0">
                      <p className="flex items-center gap-2">
                        <span className="truncate font-medium">{fullName(admin)}</span>
                        {admin.id === me && <Badge tone="primary">You</Badge>}
                      </p>
                      <p className="text-sm wrap-anywhere text-muted">
                        <bdi>{admin.email}</bdi>
                        {!admin.has_second_factor && ', no second step'}
                      </p>
                    </div>
                    <Button
                      variant="ghost"
                      size="icon"
                      className="shrink-0 text-muted hover:text-destructive"
                      aria-label={`Remove as admin: ${fullName(admin)}`}
                      aria-disabled={isBusy}
                      {...AlertDialog.onIntent}
                      onClick={() => ask({ remove: admin })}
                    >
                      <UserMinus aria-hidden />
                    </Button>
                  </li>
                ))}
              </ul>
            )}
          </Loaded>
        </Card>
        <Card title="Add an Admin">
          <form
            noValidate
            className="flex flex-col gap-4"
            onSubmit={(event) => {
              event.preventDefault()
              add()
            }}
          >
            <p className="text-sm text-muted">
              They need an account here. If they don’t have one yet, invite them under Users first.
            </p>
            <TextField
              ref={field}
              label="Email"
              type="email"
              autoComplete="off"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
            <Button type="submit" className="self-start" aria-disabled={isBusy} {...AlertDialog.onIntent}>
              <UserPlus aria-hidden />
              Make an Admin
            </Button>
          </form>
        </Card>
      </div>
      {change && (
        <Question change={change} me={me} onConfirm={() => void confirm(change)} onClose={() => setChange(undefined)} />
      )}
    </Page>
  )
}

interface QuestionProps {
  change: Change
  me: string
  onConfirm: () => void
  onClose: () => void
}

function Question({ change, me, ...on }: QuestionProps) {
  if ('add' in change) {
    return (
      <AlertDialog
        title={`Make ${change.add} an admin?`}
        description="They can read and change every founder’s records, and reply as the squad."
        confirmLabel="Make an Admin"
        {...on}
      />
    )
  }
  const isMe = change.remove.id === me
  return (
    <AlertDialog
      title={isMe ? 'Give up your admin role?' : `Remove ${fullName(change.remove)} as admin?`}
      description={`${isMe ? 'You lose' : 'They lose'} the admin panel at once. Everything written so far stays.`}
      confirmLabel="Remove"
      {...on}
    />
  )
}
