import { serviceClient, type FunctionContext } from '../_shared/function.ts'
import { budgetOf, type ModelBudget } from '../_shared/model-budget.ts'
import { modelOf } from '../_shared/model-settings.ts'
import { scaledLimit, type RateLimit } from '../_shared/rate-limit.ts'

export interface Beginning {
  readonly state: 'begun'
  readonly writer: string
  /** AI memory: the admins' text about the founder for the co-founder. */
  readonly memory: string | null
  /** Null without a model. */
  readonly budget: ModelBudget | null
}

/** The outcome of claiming a turn; the migration explains each. */
export type Begun =
  | Beginning
  | { readonly state: 'wait'; readonly seconds: number }
  | { readonly state: 'running' | 'stored' | 'stopped' | 'too-many' | 'full' | 'many' }

/**
 * An idempotent turn: one question of one founder and its answer, claimed and stored once, readable from any server.
 * Every method throws when the database is unavailable.
 */
export interface Turn {
  begin(): Promise<Begun>
  /** Saves the partial answer. @returns false when the founder stopped it; null when another writer has it */
  grow(writer: string, text: string): Promise<boolean | null>
  /** The partial answer, and when it was last saved; undefined without a writer. */
  read(): Promise<{ readonly text: string; readonly is_complete: boolean; readonly changed_at: string } | undefined>
  stop(): Promise<void>
  /** Stores question and answer; without an answer the turn is deleted. @returns false when another writer has it */
  end(writer: string, question: string, answer: string): Promise<boolean>
}

/**
 * A turn that begins counts against the model's daily budget, if there is a model and `countsBudget` is set.
 * @param limits how many answers one founder may have in progress, and how many questions are answered
 * @param conversation in which it is stored
 */
export function turnOf(
  context: FunctionContext,
  founder: string,
  turn: string,
  limits: RateLimit & { readonly atOnce: number; readonly countsBudget: boolean },
  conversation?: string,
): Turn {
  const service = serviceClient(context)
  const of = { founder, turn }
  const place = conversation === undefined ? {} : { conversation }
  const { founder: model_allowed, all: model_allowed_in_all } = budgetOf(context)
  const budget = limits.countsBudget && modelOf(context) ? { model_allowed, model_allowed_in_all } : undefined
  return {
    begin: async () => {
      const rule = { at_once: limits.atOnce, allowed: scaledLimit(context, limits), seconds: limits.seconds }
      const [begun] = (await service.rpc('begin_answer', { ...of, ...place, ...rule, ...budget }).throwOnError()).data
      return { ...begun, seconds: begun?.wait } as unknown as Begun
    },
    grow: async (writer, text) => (await service.rpc('update_answer', { ...of, writer, text }).throwOnError()).data,
    read: async () => (await service.rpc('read_answer', of).throwOnError()).data[0],
    stop: async () => void (await service.rpc('stop_answer', of).throwOnError()),
    end: async (writer, question, answer) =>
      (await service.rpc('finish_answer', { ...of, ...place, writer, question, answer }).throwOnError()).data,
  }
}
