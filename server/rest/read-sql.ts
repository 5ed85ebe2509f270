import type { Statement } from '../database/database.ts'
import {
  responseRowsSql,
  responseSql,
  orderSql,
  qualified,
  rangeSql,
  rowSql,
  statement,
  totalSql,
  whereSql,
} from './fragments.ts'
import type { ReadPlan } from './plan.ts'

/** Explains the query, for the planner's row estimate under the caller's policies. */
export const estimateSql = ({ table, where }: ReadPlan): Statement =>
  statement((bind) => `explain (format json) select from ${qualified(table)}${whereSql(where, bind)}`)

/**
 * The planner's row estimate.
 * @example
 * estimatedRows('[{ "Plan": { "Plan Rows": 57 } }]') // 57
 */
export const estimatedRows = (plan: string): number =>
  (JSON.parse(plan) as [{ Plan: { 'Plan Rows': number } }])[0].Plan['Plan Rows']

/**
 * @example
 * import { validPlan } from './example.ts'
 * const plan = validPlan('GET /goals?select=id&limit=5')
 * if (plan.kind === 'read') expect(readSql(plan).text).toContain('(select "id" from "public"."goals" limit $1)')
 */
export function readSql(plan: ReadPlan): Statement {
  const { table, media, preferences, range } = plan
  return statement((bind) => {
    const row = rowSql(media, plan.outputs, table.columns.values(), bind)
    const from = `${qualified(table)}${whereSql(plan.where, bind)}`
    const page = `select ${row} from ${from}${orderSql(plan.order, bind)}${rangeSql(range, bind)}`
    const columns = `count(*), ${totalSql(preferences, from)}`
    if (plan.headOnly) return `select null, ${columns} from (${page}) as "r"`
    return `with ${responseRowsSql(page, media)} ${responseSql(media, columns)}`
  })
}
