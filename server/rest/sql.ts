import type { Statement } from '../database/database.ts'
import { callSql } from './call-sql.ts'
import type { DataPlan } from './plan.ts'
import { readSql } from './read-sql.ts'
import { deleteSql, insertSql, updateSql } from './write-sql.ts'

/**
 * One statement for the whole request. Its text depends on the shape of the request alone, so that it can stay
 * prepared; every value is a parameter. It returns one row (`Outcome` in reply.ts).
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
