import { useQuery } from '@tanstack/react-query'
import { formatCount } from '../../../../../domain/numbers.ts'
import { config } from '../../../lib/session/config.ts'
import { Stat } from '../../../ui/Stat.tsx'
import { modelUsageQuery } from './api.ts'

/** Usage of the configured model in this month; nothing without a model. */
export function ModelUsage() {
  const { data } = useQuery(modelUsageQuery)
  const isUsed = data && data.answers + data.summaries > 0
  return data && (isUsed || config().ai.configured) ? <ModelUsageFigures usage={data} /> : null
}

interface Usage {
  readonly answers: number
  readonly summaries: number
  /** Answers and summaries whose tokens are unknown. */
  readonly unreported: number
  readonly input_tokens: number
  readonly output_tokens: number
  /** Null without prices. */
  readonly cost_usd: number | null
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

export const ModelUsageFigures = ({ usage }: { usage: Usage }) => {
  const { answers, summaries, unreported, input_tokens, output_tokens, cost_usd } = usage
  return (
    <section aria-labelledby="model-usage">
      <h2 id="model-usage" className="mb-3 text-lg font-semibold tracking-tight">
        AI usage this month
      </h2>
      <dl className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <Stat
          label="AI Answers"
          value={answers}
          note={`${formatCount(summaries)} ${summaries === 1 ? 'summary' : 'summaries'} of check-ins`}
        />
        <Stat
          label="Tokens In"
          value={input_tokens}
          {...(unreported > 0 && { note: `not reported for ${formatCount(unreported)}` })}
        />
        <Stat label="Tokens Out" value={output_tokens} />
        <Stat
          label="Cost"
          value={cost_usd === null ? '–' : dollars.format(cost_usd)}
          {...(cost_usd === null && { note: 'no prices are set' })}
        />
      </dl>
    </section>
  )
}
