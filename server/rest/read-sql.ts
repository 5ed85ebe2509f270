import type { Statement } from '../database/database.ts'
import { bodySql, orderSql, qualified, rangeSql, rowSql, statement, totalSql, whereSql } from './fragments.ts'
import type { ReadPlan } from './plan.ts'

export function readSql(plan: ReadPlan): Statement {
  const { table, media, preferences, range } = plan
  return statement((bind) => {
    const row = rowSql(media, plan.outputs, table.columns.values(), bind)
    const from = `${qualified(table)}${whereSql(plan.where, bind)}`
    const page = `select ${row} from ${from}${orderSql(plan.order, bind)}${rangeSql(range, bind)}`
    const body = plan.headOnly ? 'null' : bodySql(media)
    return `select ${body}, count(*), ${totalSql(preferences, from)} from (${page}) as "r"`
  })
}
