import { useQuery } from '@tanstack/react-query'
import { Brain, CalendarClock, Plus } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { navigate } from '../../lib/navigation/navigate.ts'
import { GOAL_PERIODS, GOAL_TEXT_LIMIT } from '../../../../domain/goals.ts'
import type { Proposal } from '../../../../domain/proposals.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { tooLong, useFieldErrors, WithError } from '../../ui/field-errors.tsx'
import { RadioRow } from '../../ui/RadioRow.tsx'
import { useFocusAtFirst } from '../../ui/use-focus-at-first.ts'
import { ProposalButton } from './ProposalButton.tsx'
import { ProposedCheckIn } from './ProposedCheckIn.tsx'
import { ProposedDone } from './ProposedDone.tsx'
import { ProposedGoalLine } from './ProposedGoalLine.tsx'
import { ProposedMessage } from './ProposedMessage.tsx'
import {
  openForm,
  ownGoalsQuery,
  proposedMessagesQuery,
  proposedId,
  useAddProposedGoal,
  useMarkedGoals,
  useRemoveProposedGoal,
  type OwnGoal,
} from './proposals.ts'

type GoalProposal = Extract<Proposal, { kind: 'goal' }>
type FormProposal = Extract<Proposal, { kind: 'decision' | 'call' }>

interface ProposalsProps {
  /** The id of the answer that makes them. */
  message: string
  proposals: readonly Proposal[]
}

/** Buttons of an answer's proposals: nothing is stored before the founder presses one. */
export function Proposals({ message, proposals }: ProposalsProps) {
  const { id: user } = useAccount()
  const goals = proposals.flatMap((proposal, index) => {
    if (proposal.kind === 'done') return [proposal.goal]
    return proposal.kind === 'goal' ? [proposedId(message, index)] : []
  })
  const stored = useQuery(ownGoalsQuery(user, goals)).data
  const messages = proposals.flatMap(({ kind }, index) => (kind === 'message' ? [proposedId(message, index)] : []))
  const sent = useQuery(proposedMessagesQuery(user, messages)).data
  const [marked] = useMarkedGoals(user)

  const show = (proposal: Proposal, id: string) => {
    switch (proposal.kind) {
      case 'goal':
        return <ProposedGoal id={id} proposal={proposal} stored={stored?.get(id)} />
      case 'done': {
        const goal = stored?.get(proposal.goal)
        return goal && (!goal.completed || marked.includes(goal.id)) && <ProposedDone goal={goal} />
      }
      case 'message':
        return <ProposedMessage id={id} proposal={proposal} isSent={sent?.has(id) === true} />
      case 'check-in':
        return <ProposedCheckIn proposal={proposal} />
      case 'decision':
      case 'call':
        return <ProposedForm proposal={proposal} />
      default:
        return proposal satisfies never
    }
  }
  const items = proposals.flatMap((proposal, index) => {
    const id = proposedId(message, index)
    const item = show(proposal, id)
    return item ? [{ id, item }] : []
  })
  if (items.length === 0) return null
  return (
    <ul aria-label="Proposals" className="mt-3 flex flex-wrap gap-2">
      {items.map(({ id, item }) => (
        <li key={id} className="max-w-full">
          {item}
        </li>
      ))}
    </ul>
  )
}

interface ProposedGoalProps {
  id: string
  proposal: GoalProposal
  /** The goal, once it is stored. */
  stored: OwnGoal | undefined
}

/** A goal that is added here: pressed, edited, confirmed; undone with one press. */
function ProposedGoal({ id, proposal, stored }: ProposedGoalProps) {
  const { id: user } = useAccount()
  const [edit, setEdit] = useState<Pick<GoalProposal, 'text' | 'period'>>()
  const { mutate: add, isPending: isAdding } = useAddProposedGoal(user)
  const { mutate: remove, isPending: isRemoving } = useRemoveProposedGoal(user)

  if (stored) return <ProposedGoalLine label="Added" goal={stored} isUndoing={isRemoving} onUndo={() => remove(id)} />
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
  const { errorOf, refuse } = useFieldErrors({ goal: tooLong(goal.text, GOAL_TEXT_LIMIT) })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (text !== '' && !isPending && !refuse(event)) onSave({ ...goal, text })
  }
  return (
    <form
      noValidate
      className="flex w-96 max-w-full flex-col gap-3 rounded-md border border-border p-3"
      onSubmit={submit}
    >
      <WithError error={errorOf('goal')}>
        {(wrong) => (
          <TextField
            ref={field}
            label="Goal"
            name="goal"
            limit={GOAL_TEXT_LIMIT}
            value={goal.text}
            onChange={(event) => onChange({ ...goal, text: event.target.value })}
            {...wrong}
          />
        )}
      </WithError>
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

/** A proposal that is confirmed in a form of its own, which opens filled in. */
function ProposedForm({ proposal }: { proposal: FormProposal }) {
  const { id: user } = useAccount()
  const { icon, label } = looks[proposal.kind]
  const open = () => {
    const to = openForm(user, proposal)
    if (to !== undefined) navigate(to)
  }
  return (
    <ProposalButton icon={icon} onClick={open}>
      {label}: {proposal.text}
    </ProposalButton>
  )
}
