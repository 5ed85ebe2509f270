import type { Statement } from '../database/database.ts'
import { callSql } from './call-sql.ts'
import type { DataPlan } from './plan.ts'
import { readSql } from './read-sql.ts'
import { deleteSql, insertSql, updateSql } from './write-sql.ts'

/**
 * One statement for the whole request. Its text depends on the shape of the request alone, so that it can stay
 * prepared; every value is a parameter. It returns one row (`Outcome` in reply.ts).
 * @example
 * import { validPlan } from './example.ts'
 * toSql(validPlan('HEAD /goals?select=id&period=eq.weekly&order=rank.desc'))
 * // {
 * //   text:
 * //     'select null, count(*), null from ' +
 * //     '(select "id" from "public"."goals" where "period" = $1 order by "rank" desc limit 1000) as "r"',
 * //   values: ['weekly'],
 * // }
 * toSql(validPlan('POST /goals', { body: { text: 'Ten demos' } })).values // ['[{"text":"Ten demos"}]']
 * toSql(validPlan('DELETE /goals?rank=gt.5')).text
 * // expect.stringContaining('delete from "public"."goals" where "rank" > $1')
 * toSql(validPlan('GET /rpc/add?a=2')).text
 * // expect.stringContaining('select "public"."add"("a" => $1::pg_catalog.int4)')
 */
export function toSql(plan: DataPlan): Statement {
  switch (plan.kind) {
    case 'read':
      return readSql(plan)
    case 'insert':
    case 'put':
      return insertSql(plan)
    case 'update':
      return updateSql(plan)
    case 'delete':
      return deleteSql(plan)
    case 'call':
      return callSql(plan)
    default:
      return plan satisfies never
  }
}
