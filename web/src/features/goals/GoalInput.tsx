import { Plus } from 'lucide-react'
import { Suspense, useRef, useState, type SubmitEvent } from 'react'
import { GOAL_TEXT_LIMIT, type GoalPeriod } from '../../../../domain/goals.ts'
import { readDraft, useDraft, writeDraft } from '../../lib/offline/drafts.ts'
import { lazyPart } from '../../lib/offline/lazy-part.ts'
import { addToOutbox } from '../../lib/offline/outbox.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { useAction } from '../../ui/actions.ts'
import { Button } from '../../ui/Button.tsx'
import { Input } from '../../ui/Field.tsx'
import type { BelowGoalInputProps } from './BelowGoalInput.tsx'
import { countedDraft, NO_TARGET, targetDraft } from './goal-drafts.ts'
import { loadLaterParts } from './load-later-parts.ts'

const BelowGoalInput = lazyPart<'BelowGoalInput', BelowGoalInputProps>(loadLaterParts, 'BelowGoalInput')

interface GoalInputProps {
  period: GoalPeriod
  /** Whether what is loaded later is shown. */
  hasRest: boolean
}

export function GoalInput({ period, hasRest }: GoalInputProps) {
  const { id: user } = useAccount()
  const [text, setText] = useDraft(user, `goal-${period}`, '')

  /** Submitted before the fields of its target are there. */
  const [isWaiting, setIsWaiting] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useAction('goal', () => input.current?.focus())

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const target = new FormData(event.currentTarget).get('target') as string | null
    // After a reload the fields of its target are still loading: they submit it once they are there.
    const isEarly =
      target === null &&
      (readDraft(user, targetDraft(period), NO_TARGET).isOpen || readDraft(user, countedDraft(period), false))
    setIsWaiting(isEarly)
    // Too long a text, or no number as its target.
    if (isEarly || !text.trim() || !event.currentTarget.checkValidity()) return
    addToOutbox(user, 'goal', { text: text.trim(), period, ...(target && JSON.parse(target)) })
    setText('')
    // Its fields close once it is sent, and the next goal is typed where this one was.
    writeDraft(user, targetDraft(period), NO_TARGET)
    if (document.activeElement?.matches('input')) input.current?.focus()
  }

  return (
    <form noValidate className="flex gap-2" onSubmit={submit}>
      <div className="min-w-0 flex-1">
        <Input
          ref={input}
          aria-label="Add a goal"
          placeholder="Add a goal..."
          limit={GOAL_TEXT_LIMIT}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setIsWaiting(false)
          }}
        />
        {isWaiting && <output className="text-sm text-muted">It’s added once its target is loaded.</output>}
        {hasRest && (
          <Suspense fallback={null}>
            <BelowGoalInput
              period={period}
              text={text}
              onChange={setText}
              onReady={isWaiting && (() => input.current?.form?.requestSubmit())}
            />
          </Suspense>
        )}
      </div>
      <Button type="submit" size="icon" aria-label="Add goal">
        <Plus aria-hidden />
      </Button>
    </form>
  )
}
