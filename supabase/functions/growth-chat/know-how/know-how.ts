/**
 * What the coach knows of one subject without a model. Sentences for founders; numbers that are not arithmetic are
 * marked as rules of thumb.
 */
export interface KnowHow {
  readonly title: string
  readonly steps: readonly string[]
  /** The reasoning, for who asks why. */
  readonly why: string
  /** What comes after the steps, for who asks on. */
  readonly more: readonly string[]
  /** One thing to do next, when the founder's records do not ask for another. Begins in lower case. */
  readonly next: string
}
