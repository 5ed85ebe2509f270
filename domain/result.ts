/** An expected outcome as a value: a failure is data, an exception is a bug. */
export type Result<Value, Failure> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly failure: Failure }

/**
 * @example
 * succeed(7) // { ok: true, value: 7 }
 */
export const succeed = <Value>(value: Value) => ({ ok: true, value }) as const

/**
 * @example
 * fail({ kind: 'not-one-row', rows: 2 }) // { ok: false, failure: { kind: 'not-one-row', rows: 2 } }
 */
export const fail = <Failure>(failure: Failure) => ({ ok: false, failure }) as const
