/**
 * Shapes as the `d` of a path: many shapes in one element are styled once.
 *
 * @example
 * circlePath(5, 5, 2) // 'M3 5a2 2 0 1 0 4 0a2 2 0 1 0 -4 0'
 */
export const circlePath = (x: number, y: number, radius: number): string =>
  `M${x - radius} ${y}${arc(radius, 2 * radius, 0, 1)}${arc(radius, -2 * radius, 0, 1)}`

/**
 * @example
 * rectanglePath({ x: 1, y: 2, width: 10, height: 5 }) // 'M1 2h10v5h-10z'
 */
export function rectanglePath({ x, y, width, height, radius: r = 0 }: Rectangle): string {
  if (r === 0) return `M${x} ${y}h${width}v${height}h${-width}z`
  const across = width - 2 * r
  const down = height - 2 * r
  return `M${x + r} ${y}h${across}${arc(r, r, r)}v${down}${arc(r, -r, r)}h${-across}${arc(r, -r, -r)}v${-down}${arc(r, r, -r)}z`
}

interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly radius?: number
}

/** An arc to a point relative to its start: clockwise and short, or as a half of a circle. */
const arc = (radius: number, x: number, y: number, half = 0) => `a${radius} ${radius} 0 ${half} ${1 - half} ${x} ${y}`
