import { serviceClient, type FunctionContext } from './function.ts'

/** Default questions a day: far above a founder's normal use, to bound the bill. */
const DEFAULT_BUDGET = { founder: 200, all: 5000 } as const

/** Whether a question to the model was counted, or which daily budget is used up. */
export type ModelBudget = 'taken' | 'founder' | 'all'

/** Questions to the model within a day: of one founder, and of all. */
export const budgetOf = ({ env }: FunctionContext) => ({
  founder: Number(env['AI_QUESTIONS_PER_DAY']) || DEFAULT_BUDGET.founder,
  all: Number(env['AI_QUESTIONS_PER_DAY_TOTAL']) || DEFAULT_BUDGET.all,
})

/**
 * Counts one question to the model, over all servers. Call it before the request to the model.
 * @throws {Error} when it cannot be counted: do not call the model then
 */
export async function takeModelBudget(context: FunctionContext, founder: string): Promise<ModelBudget> {
  const { founder: allowed, all: allowed_in_all } = budgetOf(context)
  const { data, error } = await serviceClient(context).rpc('consume_model_budget', { founder, allowed, allowed_in_all })
  if (error) throw new Error(`questions to the model cannot be counted: ${error.message}`)
  return data as ModelBudget
}
