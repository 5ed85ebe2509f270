/** A level of a stepped line, from left to right in pixels. */
interface Level {
  readonly from: number
  readonly to: number
  readonly y: number
}

/**
 * The path of levels beside each other, with a step where the next one differs; undefined is a gap.
 * @example
 * planPath([{ from: 0, to: 10, y: 5 }, { from: 10, to: 20, y: 8 }]) // 'M0 5H10V8H20'
 * planPath([{ from: 0, to: 10, y: 5 }, undefined, { from: 20, to: 30, y: 5 }]) // 'M0 5H10M20 5H30'
 */
export const planPath = (levels: readonly (Level | undefined)[]): string =>
  levels.map((level, index) => level && `${levels[index - 1] ? 'V' : `M${level.from} `}${level.y}H${level.to}`).join('')
