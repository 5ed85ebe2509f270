import { serviceClient, type FunctionContext } from './function.ts'

/** Questions a day, when the operator says nothing else: far above what a founder asks, and bounded for the bill. */
const A_DAY = { founder: 200, all: 5000 } as const

/**
 * Counts one question to the model, over all servers. Call it before the model is asked.
 * @returns `taken`, or whose questions of the day are used up
 * @throws {Error} when it could not be counted: then the model is not asked
 */
export async function takeModelTurn(context: FunctionContext, founder: string): Promise<'taken' | 'founder' | 'all'> {
  const { data, error } = await serviceClient(context).rpc('take_model_turn', {
    founder,
    allowed: Number(context.env['AI_QUESTIONS_PER_DAY']) || A_DAY.founder,
    allowed_in_all: Number(context.env['AI_QUESTIONS_PER_DAY_TOTAL']) || A_DAY.all,
  })
  if (error) throw new Error(`questions to the model cannot be counted: ${error.message}`)
  return data as 'taken' | 'founder' | 'all'
}
