/** Milliseconds that the sum below takes a processor of 2023 which two tests share: what sizes and deadlines were chosen on. */
const EXPECTED_MS = 200

/**
 * How many times longer a processor takes now than the one that sizes and deadlines of tests were chosen on: a slower machine,
 * or one that others keep busy. Sizes are divided by it where the product's own deadlines do not wait.
 * @returns 1 at least
 */
export function slowness(): number {
  const startedAt = performance.now()
  let sum = 0
  for (let number = 0; number < 20_000_000; number++) sum = (sum * 31 + number) | 0
  return Math.max(1, (performance.now() - startedAt) / EXPECTED_MS)
}
