import { serviceClient, type FunctionContext } from './function.ts'

export interface RateLimit {
  readonly allowed: number
  readonly seconds: number
}

/** RATE_LIMIT_FACTOR, multiplies the limit. */
export const scaledLimit = ({ env }: Pick<FunctionContext, 'env'>, { allowed }: Pick<RateLimit, 'allowed'>): number =>
  Math.max(1, Math.round(allowed * Number(env['RATE_LIMIT_FACTOR'] ?? 1)))

/**
 * Counts one use against a rate limit, over all servers.
 * @returns seconds to wait; 0 when it is allowed
 * @throws {Error} when it cannot be counted
 */
export async function checkRateLimit(context: FunctionContext, bucket: string, rule: RateLimit): Promise<number> {
  const { data, error } = await serviceClient(context).rpc('consume_rate_limit', {
    bucket,
    allowed: scaledLimit(context, rule),
    seconds: rule.seconds,
  })
  if (error) throw new Error(`the rate limit cannot be checked: ${error.message}`)
  return data
}
