import { isDeeperThan, MAX_JSON_DEPTH } from '../../http/json-depth.ts'
import type { AuthContext } from '../http/context.ts'

/** A JSON body for a schema to check; undefined when it is not JSON. @throws {BodyRefused} */
export async function readJson(c: AuthContext): Promise<unknown> {
  const body = await c.var.readText()
  try {
    const value: unknown = JSON.parse(body)
    return isDeeperThan(MAX_JSON_DEPTH, value) ? undefined : value
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return undefined
  }
}
