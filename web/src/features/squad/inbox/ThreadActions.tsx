import { useQuery } from '@tanstack/react-query'
import { AlarmClock, AlarmClockOff, Check, MailQuestion, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { truncateWithEllipsis } from '../../../../../domain/truncate.ts'
import { dayOf } from '../../../../../domain/week.ts'
import { lazyDialog } from '../../../lib/offline/lazy-dialog.ts'
import { useAccount } from '../../../lib/session/session.tsx'
import { formatDate } from '../../../lib/texts/dates.ts'
import { useNow } from '../../../lib/texts/use-now.ts'
import { AlertDialog } from '../../../ui/AlertDialog.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Select } from '../../../ui/Select.tsx'
import { membersQuery } from '../../../lib/data/members.ts'
import { useAssign, useConversation, useMarkUnread, useSetDone, useSnoozeConversation } from './conversations.ts'
import { useTextField } from '../use-text-field.ts'
import { useShortcuts } from './shortcuts.ts'

const SnoozeDialog = lazyDialog(() => import('./SnoozeConversationDialog.tsx'), 'SnoozeConversationDialog')

const UNASSIGNED = { id: '', label: 'Unassigned' }

interface ThreadActionsProps {
  founder: string
  /** ISO date and time of the newest message on the screen. */
  newest: string | undefined
  /** Back to the list: what is on the screen is read. */
  onClose: () => void
}

/** Assignee of the conversation, whether it is done, until when it is snoozed, and that it is unread again. */
export function ThreadActions({ founder, newest, onClose }: ThreadActionsProps) {
  const { id: me } = useAccount()
  const { data: conversation } = useConversation(founder)
  const { data: members = [] } = useQuery(membersQuery)
  const assign = useAssign(founder)
  const setDone = useSetDone(founder)
  const snooze = useSnoozeConversation(founder)
  const { mutate: markUnread, isPending: isMarking } = useMarkUnread(founder)
  const [isSnoozing, setIsSnoozing] = useState(false)
  const today = dayOf(useNow(), 'UTC')
  const assignee = assign.isPending ? assign.variables : conversation?.assigned_to
  const isDone = conversation?.state === 'done'
  const isDoneRefused = setDone.isPending || (!isDone && newest === undefined)
  const reply = useTextField(me, `reply-${founder}`).text.trim()
  /** The newest message when the question was asked: one that comes behind it is not done. */
  const [asked, setAsked] = useState<string>()
  const toggleDone = () => {
    if (isDoneRefused) return
    if (!isDone && reply !== '') setAsked(newest)
    else setDone.mutate(isDone ? undefined : newest)
  }
  const until = conversation?.snoozed_until
  const toggleSnooze = () => (until ? snooze.mutate(null) : setIsSnoozing(true))
  const unread = () => !isMarking && markUnread(undefined, { onSuccess: onClose })
  useShortcuts(
    conversation
      ? {
          a: () => assign.mutate(assignee === me ? null : me),
          e: toggleDone,
          s: () => !isDone && toggleSnooze(),
          u: unread,
        }
      : {},
  )
  // There is nothing to answer before the first message.
  if (!conversation) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      {until && (
        <span className="text-sm text-muted">
          {until > today ? 'Snoozed until' : 'Back since'} {formatDate(until)}
        </span>
      )}
      <div className="w-38 @max-sm:w-32">
        <Select
          label="Assigned to"
          labelLook="hidden"
          options={[UNASSIGNED, ...members]}
          value={assignee ?? UNASSIGNED.id}
          onChange={(member) => assign.mutate(member || null)}
        />
      </div>
      <Button variant="outline" size="icon" aria-label="Mark as unread" title="Mark as unread" onClick={unread}>
        <MailQuestion aria-hidden />
      </Button>
      {!isDone && (
        <Button
          variant="outline"
          size="icon"
          aria-label={until ? 'End snooze' : 'Snooze'}
          title={until ? 'End snooze' : 'Snooze'}
          {...SnoozeDialog.onIntent}
          onClick={toggleSnooze}
        >
          {until ? <AlarmClockOff aria-hidden /> : <AlarmClock aria-hidden />}
        </Button>
      )}
      <Button
        variant="outline"
        title={isDone ? 'Reopen' : 'Mark as done'}
        disabled={isDoneRefused}
        onClick={toggleDone}
      >
        {isDone ? <RotateCcw aria-hidden /> : <Check aria-hidden />}
        <span className="@max-lg:sr-only">{isDone ? 'Reopen' : 'Mark as done'}</span>
      </Button>
      {asked && (
        <AlertDialog
          title="Mark as done without your answer?"
          description={`It is not sent yet: ${truncateWithEllipsis(reply, 200)}`}
          confirmLabel="Mark as done"
          closeLabel="Keep writing"
          onClose={() => setAsked(undefined)}
          onConfirm={() => {
            setAsked(undefined)
            setDone.mutate(asked)
          }}
        />
      )}
      {isSnoozing && (
        <SnoozeDialog
          onClose={() => setIsSnoozing(false)}
          onChoose={(until) => {
            setIsSnoozing(false)
            snooze.mutate(until)
          }}
        />
      )}
    </div>
  )
}
