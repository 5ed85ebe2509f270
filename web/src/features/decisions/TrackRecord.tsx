import type { UseQueryResult } from '@tanstack/react-query'
import { CATEGORY_RECORD_FROM, TRACK_RECORD_FROM } from '../../../../domain/decisions.ts'
import { answeredIn, trackRecordOf, type AnswerCount } from './track-record.ts'
import { texts } from '../../lib/texts/texts.ts'
import { Loaded } from '../../ui/states.tsx'

/** How often the founder was right, and by category, once ten decisions are answered. Nothing before the first answer. */
export const TrackRecord = ({ answers }: { answers: UseQueryResult<AnswerCount[]> }) => (
  <Loaded
    query={answers}
    failed={texts.decisions.trackRecordFailed}
    loading={<></>}
    isEmpty={(counts) => counts.length === 0}
    empty={undefined}
  >
    {(counts) => <Shares counts={counts} />}
  </Loaded>
)

function Shares({ counts }: { counts: readonly AnswerCount[] }) {
  const record = trackRecordOf(counts)
  if (!record) {
    return (
      <p className="text-sm text-muted">
        {answeredIn(counts)} of {TRACK_RECORD_FROM} decisions answered. At {TRACK_RECORD_FROM}, you’ll see how often you
        were right.
      </p>
    )
  }
  const { all, kinds, isPartial } = record
  return (
    <section aria-labelledby="track-record" className="rounded-md bg-sunken p-4">
      <h3 id="track-record" className="text-base">
        How often you were right
      </h3>
      <p className="text-muted">
        In {all.right} of {all.answered} decisions ({all.percentRight}%)
        {all.partly > 0 && `, and partly in ${all.partly}`}.
      </p>
      <ul className="mt-3 grid gap-x-8 gap-y-2 empty:hidden sm:grid-cols-2">
        {kinds.map(({ kind, right, answered, partly, percentRight }) => (
          <li key={kind} className="flex items-baseline justify-between gap-3">
            <span className="min-w-0 wrap-anywhere">{kind}</span>
            <span className="shrink-0 text-sm text-muted tabular-nums">
              {right} of {answered}
              {partly > 0 && `, ${partly} partly`}
              <span className="ml-2 font-medium text-foreground">{percentRight}%</span>
            </span>
          </li>
        ))}
      </ul>
      {isPartial && (
        <p className="mt-3 text-sm text-muted">A category is listed once it has {CATEGORY_RECORD_FROM} answers.</p>
      )}
    </section>
  )
}
