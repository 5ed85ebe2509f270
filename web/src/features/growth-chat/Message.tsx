import { Pencil } from 'lucide-react'
import { memo, Suspense } from 'react'
import { askedQuestionsIn } from '../../../../domain/asked-questions.ts'
import { formatDay, formatTime } from '../../lib/texts/dates.ts'
import { lazyPart } from '../../lib/offline/lazy-part.ts'
import { Button } from '../../ui/Button.tsx'
import { Bubble } from '../../ui/Chat.tsx'
import { AskedQuestions } from './AskedQuestions.tsx'
import { CopyButton } from './CopyButton.tsx'
import type { ShownMessage } from './shown-messages.ts'
import { LinkedText } from '../../ui/LinkedText.tsx'

const Answer = lazyPart(() => import('./Answer.tsx'), 'Answer')

interface Continuable {
  /** For the last answer: asks for its rest, if it was cut. */
  onContinue?: (() => void) | undefined
  /** For the last question: puts it into the message box. */
  onEdit?: (() => void) | undefined
}

/** Memoised: rendered only when one of its props changes. */
export const Message = memo(({ id, role, content, state, at, onContinue, onEdit }: ShownMessage & Continuable) => {
  return (
    <Bubble
      side={role === 'user' ? 'right' : 'left'}
      author={role === 'user' ? 'You' : 'AI Co-Founder'}
      time={formatTime(at)}
      footer={
        role === 'user'
          ? onEdit && (
              <Button
                variant="ghost"
                size="sm"
                className="-mr-1 -mb-2 px-2 text-muted"
                aria-label="Edit and ask again"
                title="Edit and ask again"
                onClick={onEdit}
              >
                <Pencil aria-hidden />
              </Button>
            )
          : state === 'complete' && <CopyButton answer={content} time={`${formatDay(at)}, ${formatTime(at)}`} />
      }
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
