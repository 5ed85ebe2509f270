import { RadioRow } from '../../ui/RadioRow.tsx'
import type { Answers, Question } from './prepare-types.ts'

interface QuestionsProps {
  /** With a cell for which each is asked. */
  questions: ReadonlyMap<Question, string>
  answers: Answers
  onAnswer: (answers: Answers) => void
}

/** What the file leaves open is asked once for all of it, and never guessed. */
export function Questions({ questions, answers, onAnswer }: QuestionsProps) {
  const { days, decimals, counts } = Object.fromEntries(questions)
  return (
    <>
      {days !== undefined && (
        <RadioRow
          legend={`How are dates written? Of “${days}”, the first number is`}
          options={[
            { value: 'day-first', label: 'the day' },
            { value: 'month-first', label: 'the month' },
          ]}
          value={answers.days ?? null}
          onChange={(days) => onAnswer({ ...answers, days })}
          className="max-w-md grid-cols-2"
        />
      )}
      {decimals !== undefined && (
        <RadioRow
          legend={`How are numbers written? In “${decimals}”, the ${decimals.includes(',') ? 'comma' : 'dot'}`}
          options={[
            { value: decimals.includes(',') ? 'dot' : 'comma', label: 'divides thousands' },
            { value: decimals.includes(',') ? 'comma' : 'dot', label: 'is before decimals' },
          ]}
          value={answers.decimals ?? null}
          onChange={(decimals) => onAnswer({ ...answers, decimals })}
          className="max-w-md grid-cols-2"
        />
      )}
      {counts !== undefined && (
        <RadioRow
          legend={`What are the numbers under “${counts}”?`}
          options={[
            { value: 'total', label: 'The total on that day' },
            { value: 'gain', label: 'What was added' },
          ]}
          value={answers.counts ?? null}
          onChange={(counts) => onAnswer({ ...answers, counts })}
          className="max-w-md grid-cols-2"
        />
      )}
    </>
  )
}
