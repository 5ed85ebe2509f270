import { memo, Suspense } from 'react'
import { askedQuestionsIn } from '../../../../domain/asked-questions.ts'
import { formatDay, formatTime } from '../../lib/texts/dates.ts'
import { lazyPart } from '../../lib/offline/lazy-part.ts'
import { Bubble } from '../../ui/Chat.tsx'
import { AskedQuestions } from './AskedQuestions.tsx'
import { CopyButton } from './CopyButton.tsx'
import type { ShownMessage } from './shown-messages.ts'
import { LinkedText } from '../../ui/LinkedText.tsx'

const Answer = lazyPart(() => import('./Answer.tsx'), 'Answer')

interface Continuable {
  /** For the last answer: asks for its rest, if it was cut. */
  onContinue?: (() => void) | undefined
}

/** Memoised: rendered only when one of its props changes. */
export const Message = memo(({ id, role, content, state, at, onContinue }: ShownMessage & Continuable) => {
  const time = `${formatDay(at)}, ${formatTime(at)}`
  return (
    <Bubble
      side={role === 'user' ? 'right' : 'left'}
      author={role === 'user' ? 'You' : 'AI Co-Founder'}
      time={time}
      footer={role === 'assistant' && state === 'complete' && <CopyButton answer={content} time={time} />}
    >
      {state === 'thinking' && <p className="animate-pulse text-muted">Thinking...</p>}
      {state !== 'thinking' && role === 'assistant' && (
        <Suspense fallback={<Plain text={withoutMarks(content)} />}>
          <Answer id={id} text={content} isComplete={state === 'complete'} onContinue={onContinue} />
        </Suspense>
      )}
      {role === 'assistant' && state === 'complete' && <AskedQuestions questions={askedQuestionsIn(content)} />}
      {role === 'user' && <Plain text={content} />}
    </Bubble>
  )
})

/** Until the part is loaded that reads references and proposals. */
const withoutMarks = (text: string) => text.replaceAll(/\s?\[\[[^[\]]*\]\]/g, '')

const Plain = ({ text }: { text: string }) => (
  <p className="wrap-anywhere whitespace-pre-wrap">
    <LinkedText text={text} />
  </p>
)
