import { serviceClient, type FunctionContext } from '../_shared/function.ts'
import { allowedBy, type TurnRule } from '../_shared/turns.ts'

export interface Beginning {
  readonly state: 'begun'
  readonly writer: string
  /** What admins have written for the co-founder about the founder. */
  readonly memory: string | null
}

/** What becomes of asking for an answer; the migration `cofounder_turns` says what each means. */
export type Begun =
  | Beginning
  | { readonly state: 'wait'; readonly seconds: number }
  | { readonly state: 'running' | 'stored' | 'stopped' | 'too-many' }

/**
 * One question of one founder, and its answer: begun once, found again from any server, stored once. Each of these
 * throws when the database cannot be asked.
 */
export interface Turn {
  begin(): Promise<Begun>
  /** Keeps what has been written so far. @returns false when the founder wants no more; null when it is another's */
  grow(writer: string, text: string): Promise<boolean | null>
  /** What there is of the answer, and when it was last changed; undefined when nobody writes it. */
  read(): Promise<{ readonly text: string; readonly is_complete: boolean; readonly changed_at: string } | undefined>
  stop(): Promise<void>
  /** Stores question and answer; without an answer the turn is forgotten. @returns false when it is another's */
  end(writer: string, question: string, answer: string): Promise<boolean>
}

/** @param limits how many answers one founder may have written at once, and how many questions are answered */
export function turnOf(
  context: FunctionContext,
  founder: string,
  turn: string,
  limits: TurnRule & { readonly atOnce: number },
): Turn {
  const service = serviceClient(context)
  const of = { founder, turn }
  return {
    begin: async () => {
      const rule = { at_once: limits.atOnce, allowed: allowedBy(context, limits), seconds: limits.seconds }
      const [begun] = (await service.rpc('begin_answer', { ...of, ...rule }).throwOnError()).data
      return { ...begun, seconds: begun?.wait } as unknown as Begun
    },
    grow: async (writer, text) => (await service.rpc('grow_answer', { ...of, writer, text }).throwOnError()).data,
    read: async () => (await service.rpc('read_answer', of).throwOnError()).data[0],
    stop: async () => void (await service.rpc('stop_answer', of).throwOnError()),
    end: async (writer, question, answer) =>
      (await service.rpc('end_answer', { ...of, writer, question, answer }).throwOnError()).data,
  }
}
