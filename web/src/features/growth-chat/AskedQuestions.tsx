import { createContext, use } from 'react'
import { Button } from '../../ui/Button.tsx'

/** Asks the co-founder; busy while it answers. */
interface Ask {
  readonly ask: (question: string) => void
  readonly isBusy: boolean
}

/** A context, so that a new answer rerenders the buttons of other messages, not their text. */
export const AskContext = createContext<Ask>({ ask: () => undefined, isBusy: true })

/** The questions that an answer offers: pressed, one is the founder's next message. */
export function AskedQuestions({ questions }: { questions: readonly string[] }) {
  const { ask, isBusy } = use(AskContext)
  if (questions.length === 0) return null
  return (
    <fieldset className="mt-3">
      <legend className="mb-1.5 text-sm text-muted">Did you mean</legend>
      <ul className="flex flex-col items-start gap-2">
        {questions.map((question) => (
          <li key={question} className="max-w-full">
            <Button
              variant="outline"
              size="sm"
              className="h-auto! min-h-8 max-w-full py-1.5 text-start font-normal whitespace-normal! max-sm:min-h-11 pointer-coarse:min-h-11"
              aria-disabled={isBusy}
              onClick={() => !isBusy && ask(question)}
            >
              <span className="wrap-anywhere">{question}</span>
            </Button>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
