/**
 * The coach's know-how on one subject. Sentences for founders; numbers that are not arithmetic are
 * marked as rules of thumb.
 */
export interface KnowHow {
  readonly title: string
  readonly steps: readonly string[]
  /** The reasoning, for a follow-up that asks why. */
  readonly why: string
  /** Details beyond the steps, for a follow-up that asks for more. */
  readonly more: readonly string[]
  /** One next step when the founder's records call for no other. Starts in lower case. */
  readonly next: string
}
