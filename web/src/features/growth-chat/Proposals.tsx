import { useQuery } from '@tanstack/react-query'
import { Brain, CalendarClock, Check, Plus } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { GOAL_PERIODS, GOAL_TEXT_LIMIT, type GoalPeriod } from '../../../../domain/goals.ts'
import type { Proposal } from '../../../../domain/proposals.ts'
import { placeOf } from '../../lib/places.ts'
import { useAccount } from '../../lib/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { RadioRow } from '../../ui/RadioRow.tsx'
import { useFocusAtFirst } from '../../lib/use-focus-at-first.ts'
import { ProposalButton } from './ProposalButton.tsx'
import { ProposedCheckIn } from './ProposedCheckIn.tsx'
import { ProposedMessage } from './ProposedMessage.tsx'
import {
  openForm,
  proposedGoalsQuery,
  proposedMessagesQuery,
  proposedId,
  useAddProposedGoal,
  useRemoveProposedGoal,
} from './proposals.ts'

type GoalProposal = Extract<Proposal, { kind: 'goal' }>
type FormProposal = Extract<Proposal, { kind: 'decision' | 'call' }>

interface ProposalsProps {
  /** The id of the answer that makes them. */
  message: string
  proposals: readonly Proposal[]
}

/** What an answer proposes, as buttons: nothing is stored before the founder presses one and confirms. */
export function Proposals({ message, proposals }: ProposalsProps) {
  const goals = proposals.flatMap(({ kind }, index) => (kind === 'goal' ? [proposedId(message, index)] : []))
  const { id: user } = useAccount()
  const stored = useQuery(proposedGoalsQuery(user, goals)).data
  const messages = proposals.flatMap(({ kind }, index) => (kind === 'message' ? [proposedId(message, index)] : []))
  const sent = useQuery(proposedMessagesQuery(user, messages)).data
  return (
    <ul aria-label="Proposals" className="mt-3 flex flex-wrap gap-2">
      {proposals.map((proposal, index) => {
        const id = proposedId(message, index)
        return (
          <li key={id} className="max-w-full">
            {proposal.kind === 'goal' ? (
              <ProposedGoal id={id} proposal={proposal} stored={stored?.get(id)} />
            ) : proposal.kind === 'message' ? (
              <ProposedMessage id={id} proposal={proposal} isSent={sent?.has(id) === true} />
            ) : proposal.kind === 'check-in' ? (
              <ProposedCheckIn proposal={proposal} />
            ) : (
              <ProposedForm proposal={proposal} />
            )}
          </li>
        )
      })}
    </ul>
  )
}

interface ProposedGoalProps {
  id: string
  proposal: GoalProposal
  /** The goal, once it is stored. */
  stored: { readonly text: string; readonly period: GoalPeriod } | undefined
}

/** A goal that is added here: pressed, edited, confirmed; undone with one press. */
function ProposedGoal({ id, proposal, stored }: ProposedGoalProps) {
  const { id: user } = useAccount()
  const [edit, setEdit] = useState<Pick<GoalProposal, 'text' | 'period'>>()
  const { mutate: add, isPending: isAdding } = useAddProposedGoal(user)
  const { mutate: remove, isPending: isRemoving } = useRemoveProposedGoal(user)

  if (stored) {
    return (
      <output className="flex min-h-8 flex-wrap items-center gap-x-2 text-sm">
        <Check aria-hidden className="size-4 text-primary" />
        <span>
          Added:{' '}
          <Link className="underline" to={placeOf({ kind: 'goal', id, period: stored.period })}>
            {stored.text}
          </Link>
        </span>
        {/* Disabled, it would lose the focus before it is removed. */}
        <Button variant="ghost" size="sm" aria-disabled={isRemoving} onClick={() => !isRemoving && remove(id)}>
          Undo
        </Button>
      </output>
    )
  }
  if (!edit) {
    const { period, text } = proposal
    return (
      <ProposalButton icon={Plus} onClick={() => setEdit({ text, period })}>
        Add {period} goal: {text}
      </ProposalButton>
    )
  }

  return (
    <GoalForm
      goal={edit}
      isPending={isAdding}
      onChange={setEdit}
      onSave={(goal) => add({ id, ...goal }, { onSuccess: () => setEdit(undefined) })}
      onCancel={() => setEdit(undefined)}
    />
  )
}

interface GoalFormProps {
  goal: Pick<GoalProposal, 'text' | 'period'>
  isPending: boolean
  onChange: (goal: Pick<GoalProposal, 'text' | 'period'>) => void
  onSave: (goal: Pick<GoalProposal, 'text' | 'period'>) => void
  onCancel: () => void
}

function GoalForm({ goal, isPending, onChange, onSave, onCancel }: GoalFormProps) {
  const field = useFocusAtFirst()
  const text = goal.text.trim()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (text !== '' && !isPending) onSave({ ...goal, text })
  }
  return (
    <form className="flex w-96 max-w-full flex-col gap-3 rounded-md border border-border p-3" onSubmit={submit}>
      <TextField
        ref={field}
        label="Goal"
        limit={GOAL_TEXT_LIMIT}
        value={goal.text}
        onChange={(event) => onChange({ ...goal, text: event.target.value })}
      />
      <RadioRow
        legend="Period"
        className="grid-cols-2 sm:grid-cols-4"
        options={GOAL_PERIODS.map(({ id: value, label }) => ({ value, label }))}
        value={goal.period}
        onChange={(period) => onChange({ ...goal, period })}
      />
      <div className="flex gap-2">
        <Button type="submit" size="sm" disabled={text === '' || isPending}>
          Add goal
        </Button>
        <Button variant="ghost" size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

const looks = {
  decision: { icon: Brain, label: 'Log decision' },
  call: { icon: CalendarClock, label: 'Book a call' },
} as const

/** What is confirmed in a form of its own, which opens filled in. */
function ProposedForm({ proposal }: { proposal: FormProposal }) {
  const { id: user } = useAccount()
  const navigate = useNavigate()
  const { icon, label } = looks[proposal.kind]
  const open = () => {
    const to = openForm(user, proposal)
    if (to !== undefined) void navigate(to)
  }
  return (
    <ProposalButton icon={icon} onClick={open}>
      {label}: {proposal.text}
    </ProposalButton>
  )
}
