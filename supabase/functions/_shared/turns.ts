import { serviceClient, type FunctionContext } from './function.ts'

export interface TurnRule {
  readonly allowed: number
  readonly seconds: number
}

/** How often an operator lets it be used. */
export const allowedBy = ({ env }: Pick<FunctionContext, 'env'>, { allowed }: TurnRule): number =>
  Math.max(1, Math.round(allowed * Number(env['RATE_LIMIT_FACTOR'] ?? 1)))

/**
 * Counts one use of something that is rationed, over all servers.
 * @returns seconds to wait; 0 when the turn may be taken
 * @throws {Error} when it could not be counted
 */
export async function takeTurn(context: FunctionContext, bucket: string, rule: TurnRule): Promise<number> {
  const { data, error } = await serviceClient(context).rpc('take_turn', {
    bucket,
    allowed: allowedBy(context, rule),
    seconds: rule.seconds,
  })
  if (error) throw new Error(`turns cannot be counted: ${error.message}`)
  return data
}
