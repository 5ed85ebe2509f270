import { useQuery } from '@tanstack/react-query'
import { Check, RotateCcw } from 'lucide-react'
import { useAccount } from '../../../lib/session/session.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Select } from '../../../ui/Select.tsx'
import { membersQuery, useAssign, useConversation, useSetDone } from './conversations.ts'
import { useShortcuts } from './shortcuts.ts'

const UNASSIGNED = { id: '', label: 'Unassigned' }

interface ThreadActionsProps {
  founder: string
  /** ISO date and time of the newest message on the screen. */
  newest: string | undefined
}

/** Assignee of the conversation, and whether it is done. */
export function ThreadActions({ founder, newest }: ThreadActionsProps) {
  const { data: conversation } = useConversation(founder)
  const { data: members = [] } = useQuery(membersQuery)
  const assign = useAssign(founder)
  const setDone = useSetDone(founder)
  const { id: me } = useAccount()
  const assignee = assign.isPending ? assign.variables : conversation?.assigned_to
  const isDone = conversation?.state === 'done'
  const isDoneRefused = setDone.isPending || (!isDone && newest === undefined)
  const toggleDone = () => !isDoneRefused && setDone.mutate(isDone ? undefined : newest)
  useShortcuts(conversation ? { a: () => assign.mutate(assignee === me ? null : me), e: toggleDone } : {})
  // There is nothing to answer before the first message.
  if (!conversation) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="w-38">
        <Select
          label="Assigned to"
          labelLook="hidden"
          options={[UNASSIGNED, ...members]}
          value={assignee ?? UNASSIGNED.id}
          onChange={(member) => assign.mutate(member || null)}
        />
      </div>
      <Button variant="outline" disabled={isDoneRefused} onClick={toggleDone}>
        {isDone ? <RotateCcw aria-hidden /> : <Check aria-hidden />}
        {isDone ? 'Reopen' : 'Mark as done'}
      </Button>
    </div>
  )
}
