import { serviceClient, type FunctionContext } from './function.ts'
import { modelOf } from './model-settings.ts'

/** Tokens of one response, or of all of an answer, as the model's server reports them. */
export interface TokenUsage {
  readonly input: number
  readonly output: number
}

export const sumOf = (one: TokenUsage | undefined, other: TokenUsage): TokenUsage => ({
  input: (one?.input ?? 0) + other.input,
  output: (one?.output ?? 0) + other.output,
})

interface ModelUse {
  readonly founder: string
  readonly purpose: 'answer' | 'summary'
  /** Undefined when the server reports none. */
  readonly usage: TokenUsage | undefined
}

/** Stores what an answer took, with its cost at the configured prices. @throws {Error} when it cannot be stored */
export async function recordModelUsage(context: FunctionContext, { founder, purpose, usage }: ModelUse): Promise<void> {
  const model = modelOf(context)
  const prices = model?.dollarsPerMillion
  const cost = usage && prices && (usage.input * prices.input + usage.output * prices.output) / 1e6
  const { error } = await serviceClient(context).rpc('record_model_usage', {
    founder,
    purpose,
    model: model?.name ?? '',
    ...(usage && { input_tokens: usage.input, output_tokens: usage.output }),
    ...(cost !== undefined && { cost_usd: cost }),
  })
  if (error) throw new Error(`the usage of the model cannot be stored: ${error.message}`)
}
