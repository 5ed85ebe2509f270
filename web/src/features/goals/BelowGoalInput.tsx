import { Suspense, useEffect, useRef, useState } from 'react'
import { targetIn } from '../../../../domain/goal-targets.ts'
import { GOAL_TEXT_LIMIT, type GoalPeriod } from '../../../../domain/goals.ts'
import { formatCount } from '../../../../domain/numbers.ts'
import { useDraft } from '../../lib/offline/drafts.ts'
import { lazyPart } from '../../lib/offline/lazy-part.ts'
import { useOffline } from '../../lib/offline/network.ts'
import { useUnsent } from '../../lib/offline/outbox.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { texts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { tooLong } from '../../ui/field-errors.tsx'
import { countedDraft, NO_TARGET, targetDraft } from './goal-drafts.ts'
import type { NewGoalTargetProps } from './NewGoalTarget.tsx'
import { typedTarget, type TypedTarget } from './typed-goal.ts'

const NewGoalTarget = lazyPart<'NewGoalTarget', NewGoalTargetProps>(
  () => import('./NewGoalTarget.tsx'),
  'NewGoalTarget',
)
const OutboxList = lazyPart(() => import('../../ui/OutboxList.tsx'), 'OutboxList')

export interface BelowGoalInputProps {
  period: GoalPeriod
  /** What is typed. */
  text: string
  onChange: (change: (typed: string) => string) => void
  /** Called once the fields of the target are there, if the form waits for them. */
  onReady: (() => void) | false
}

/**
 * Offers a target for what is typed, first the number in it, which its form sends; lists the goals that could not be sent, and
 * says what needs the network.
 */
export function BelowGoalInput({ period, text, onChange, onReady }: BelowGoalInputProps) {
  const { id: user } = useAccount()
  const unsent = useUnsent(user, 'goal')
  const isOffline = useOffline()
  const rows = unsent.rows.filter(({ payload }) => payload.period === period)
  const [isCounted, setIsCounted] = useDraft(user, countedDraft(period), false)
  const [target, setTarget] = useDraft(user, targetDraft(period), NO_TARGET)
  const open = (typed: TypedTarget) => setTarget({ isOpen: true, ...typed })
  const [isPressed, setIsPressed] = useState(false)
  const wrong = tooLong(text, GOAL_TEXT_LIMIT)
  const offered = targetIn(text)
  const isOffered = offered !== undefined
  useEffect(() => {
    if (!isOffered) setIsCounted(false)
  }, [isOffered, setIsCounted])
  useEffect(() => {
    if (onReady && !target.isOpen) onReady()
  }, [onReady, target.isOpen])

  const fields = useRef<HTMLDivElement>(null)
  const close = () => {
    const isFocused = fields.current?.contains(document.activeElement)
    if (isFocused) fields.current?.closest('form')?.querySelector('input')?.focus()
    setTarget(NO_TARGET)
  }

  return (
    <>
      {target.isOpen && (
        <div ref={fields}>
          {/* As high as the fields. */}
          <Suspense fallback={<div className="mt-2 h-16.5 pointer-coarse:h-18.5" />}>
            <NewGoalTarget typed={target} isFocused={isPressed} onChange={open} onClose={close} onReady={onReady} />
          </Suspense>
        </div>
      )}
      {!target.isOpen && text.trim() !== '' && (
        <div className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-muted">
          {offered && (
            <label className="flex min-h-6 items-center gap-2 pointer-coarse:min-h-11">
              <input
                type="checkbox"
                name="target"
                className="size-4 accent-primary"
                value={JSON.stringify(offered)}
                checked={isCounted}
                onChange={({ target }) => setIsCounted(target.checked)}
              />
              Count up to {formatCount(offered.target)} {offered.unit}
            </label>
          )}
          <Button
            variant="ghost"
            size="sm"
            className="-ms-2.5 text-muted"
            {...NewGoalTarget.onIntent}
            onClick={() => {
              setIsPressed(true)
              open(typedTarget((isCounted && offered) || {}))
            }}
          >
            {offered ? 'Another target' : 'Set a target'}
          </Button>
        </div>
      )}
      {wrong && (
        <p role="alert" className="mt-1 text-sm text-destructive">
          {wrong}
        </p>
      )}
      {isOffline && (
        <p className="mt-1 text-sm text-muted">Offline you can add goals. Changing them needs a connection.</p>
      )}
      {rows.length > 0 && (
        <div className="mt-1">
          <Suspense fallback={texts.waiting}>
            <OutboxList
              rows={rows.map(({ id, payload, reason }) => ({ id, label: payload.text, reason }))}
              isOffline={isOffline}
              onEdit={(id) =>
                unsent.edit(id, (goal) => {
                  onChange((typed) => [goal.text, typed].filter(Boolean).join(' · '))
                  if (!goal.target) return
                  const inText = targetIn(goal.text)
                  const isInText = inText?.target === goal.target && inText.unit === goal.unit
                  setIsCounted(isInText)
                  if (isInText) setTarget(NO_TARGET)
                  else open(typedTarget(goal))
                })
              }
              onDiscard={unsent.discard}
            />
          </Suspense>
        </div>
      )}
    </>
  )
}
