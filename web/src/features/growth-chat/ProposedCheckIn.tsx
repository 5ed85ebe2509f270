import { useQuery } from '@tanstack/react-query'
import { ClipboardCheck } from 'lucide-react'
import { useId, useState } from 'react'
import { navigate } from '../../lib/navigation/navigate.ts'
import { moodLabel } from '../../../../domain/check-ins.ts'
import type { CheckInProposal } from '../../../../domain/proposals.ts'
import { excerptOf } from '../../../../domain/quotes.ts'
import { weekOf } from '../../../../domain/week.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { useFocusAtFirst } from '../../ui/use-focus-at-first.ts'
import { useNow } from '../../lib/texts/use-now.ts'
import { Button } from '../../ui/Button.tsx'
import { ProposalButton } from './ProposalButton.tsx'
import { fillInCheckIn, hasCheckInQuery, wouldChangeCheckIn, type FillIn } from './proposed-check-in.ts'
import { openForm } from './proposals.ts'

/** This week's check-in, which is confirmed in its own dialog. */
export function ProposedCheckIn({ proposal }: { proposal: CheckInProposal }) {
  const { id: user } = useAccount()
  const { data: isDone } = useQuery(hasCheckInQuery(user, weekOf(useNow())))
  const [isAsking, setIsAsking] = useState(false)
  const note = useId()

  const open = (how: FillIn) => {
    setIsAsking(false)
    fillInCheckIn(user, proposal, how)
    navigate(openForm(user, proposal) ?? '/')
  }

  if (isAsking && !isDone) return <Choice onChoose={open} onCancel={() => setIsAsking(false)} />
  return (
    <>
      <ProposalButton
        icon={ClipboardCheck}
        {...(isDone && { 'aria-disabled': true, 'aria-describedby': note })}
        onClick={() => {
          if (isDone) return
          if (wouldChangeCheckIn(user, proposal)) setIsAsking(true)
          else open('empty-fields')
        }}
      >
        {labelOf(proposal)}
      </ProposalButton>
      {isDone && (
        <p id={note} className="mt-1 text-sm text-muted">
          You have already checked in this week.
        </p>
      )}
    </>
  )
}

/** Characters of what the check-in would say, on its button: about two lines on a phone. */
const LABEL_LIMIT = 80

function labelOf({ mood, wins, blockers, next_priority }: CheckInProposal): string {
  const parts = [mood === null ? '' : moodLabel(mood), wins, blockers, next_priority].filter((part) => part !== '')
  return parts.length > 0 ? `Complete check-in: ${excerptOf(parts.join(' · '), LABEL_LIMIT)}` : 'Complete check-in'
}

interface ChoiceProps {
  onChoose: (how: FillIn) => void
  onCancel: () => void
}

/** Asked when something is typed in the check-in. */
function Choice({ onChoose, onCancel }: ChoiceProps) {
  const first = useFocusAtFirst<HTMLButtonElement>()
  return (
    <div className="w-96 max-w-full rounded-md border border-border p-3">
      <fieldset>
        <legend className="mb-3 text-sm">
          You have started this week’s check-in. Keep what you typed and fill in only empty fields, or replace it?
        </legend>
        <div className="flex flex-wrap gap-2">
          <Button ref={first} size="sm" onClick={() => onChoose('empty-fields')}>
            Keep my text
          </Button>
          <Button variant="outline" size="sm" onClick={() => onChoose('all')}>
            Replace my text
          </Button>
          <Button variant="ghost" size="sm" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </fieldset>
    </div>
  )
}
