import { Plus } from 'lucide-react'
import { Suspense, useRef, type SubmitEvent } from 'react'
import { GOAL_TEXT_LIMIT, type GoalPeriod } from '../../../../domain/goals.ts'
import { useDraft } from '../../lib/offline/drafts.ts'
import { lazyPart } from '../../lib/offline/lazy-part.ts'
import { useOffline } from '../../lib/offline/network.ts'
import { addToOutbox, useUnsent } from '../../lib/offline/outbox.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { texts } from '../../lib/texts/texts.ts'
import { useAction } from '../../ui/actions.ts'
import { Button } from '../../ui/Button.tsx'
import { Input } from '../../ui/Field.tsx'

const OutboxList = lazyPart(() => import('../../ui/OutboxList.tsx'), 'OutboxList')

export function GoalInput({ period }: { period: GoalPeriod }) {
  const { id: user } = useAccount()
  const [text, setText] = useDraft(user, `goal-${period}`, '')
  const unsent = useUnsent(user, 'goal')
  const isOffline = useOffline()
  const rows = unsent.rows.filter(({ payload }) => payload.period === period)

  const input = useRef<HTMLInputElement>(null)
  useAction('goal', () => input.current?.focus())

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!text.trim()) return
    addToOutbox(user, 'goal', { text: text.trim(), period })
    setText('')
  }

  return (
    <form className="flex gap-2" onSubmit={submit}>
      <div className="min-w-0 flex-1">
        <Input
          ref={input}
          aria-label="Add a goal"
          placeholder="Add a goal..."
          limit={GOAL_TEXT_LIMIT}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {rows.length > 0 && (
          <div className="mt-1">
            <Suspense fallback={texts.waiting}>
              <OutboxList
                rows={rows.map(({ id, payload, reason }) => ({ id, label: payload.text, reason }))}
                isOffline={isOffline}
                onEdit={(id) =>
                  unsent.edit(id, (goal) => setText((typed) => [goal.text, typed].filter(Boolean).join(' · ')))
                }
                onDiscard={unsent.discard}
              />
            </Suspense>
          </div>
        )}
      </div>
      <Button type="submit" size="icon" aria-label="Add goal">
        <Plus aria-hidden />
      </Button>
    </form>
  )
}
