/** The value in the middle; NaN of nothing. */
export const median = (values: readonly number[]): number => percentile(values, 50)

/** The value that `percent` of the values do not exceed; NaN of nothing. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}
