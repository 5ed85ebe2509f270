import { serviceClient, type FunctionContext } from './function.ts'

/** Default questions a day: far above a founder's normal use, to bound the bill. */
const DEFAULT_BUDGET = { founder: 200, all: 5000 } as const

/**
 * Counts one question to the model, over all servers. Call it before the request to the model.
 * @returns `taken`, or which daily budget is used up
 * @throws {Error} when it cannot be counted: do not call the model then
 */
export async function takeModelBudget(context: FunctionContext, founder: string): Promise<'taken' | 'founder' | 'all'> {
  const { data, error } = await serviceClient(context).rpc('consume_model_budget', {
    founder,
    allowed: Number(context.env['AI_QUESTIONS_PER_DAY']) || DEFAULT_BUDGET.founder,
    allowed_in_all: Number(context.env['AI_QUESTIONS_PER_DAY_TOTAL']) || DEFAULT_BUDGET.all,
  })
  if (error) throw new Error(`questions to the model cannot be counted: ${error.message}`)
  return data as 'taken' | 'founder' | 'all'
}
