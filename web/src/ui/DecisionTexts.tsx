import type { Tables } from '../../../domain/tables.ts'
import { Badge } from './Badge.tsx'
import { LinkedText } from './LinkedText.tsx'

const answers = {
  yes: { label: 'Right', tone: 'success' },
  partly: { label: 'Partly right', tone: 'neutral' },
  no: { label: 'Not right', tone: 'destructive' },
} as const

interface DecisionTextsProps {
  decision: Pick<Tables['decisions'], 'expected' | 'outcome' | 'was_right' | 'result'>
  /** The day on which the founder is asked, as text. */
  reviewOn: string | null
}

/** The founder's expectation and outcome of a decision, in the founder's words, beside the team's notes. */
export function DecisionTexts({ decision, reviewOn }: DecisionTextsProps) {
  const { expected, outcome, was_right, result } = decision
  const answer = was_right && answers[was_right]
  const texts = [
    { label: 'Expected', text: expected },
    { label: 'Review on', text: !answer && reviewOn },
    { label: 'What came of it', text: outcome, badge: answer && <Badge tone={answer.tone}>{answer.label}</Badge> },
    { label: 'Team’s notes', text: result },
  ].filter(({ text }) => text)
  if (texts.length === 0) return undefined
  return (
    <dl className="mt-3 grid gap-x-4 gap-y-2 sm:grid-cols-[8rem_1fr]">
      {texts.map(({ label, text, badge }) => (
        <div key={label} className="contents">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="flex min-w-0 flex-col items-start gap-1">
            {badge}
            <p className="max-w-[min(100%,48rem)] wrap-anywhere whitespace-pre-wrap">
              <LinkedText text={text || ''} />
            </p>
          </dd>
        </div>
      ))}
    </dl>
  )
}
