/** An expected outcome as a value: a failure is data, an exception is a bug. */
export type Result<Value, Failure> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly failure: Failure }

export const succeed = <Value>(value: Value) => ({ ok: true, value }) as const

export const fail = <Failure>(failure: Failure) => ({ ok: false, failure }) as const
