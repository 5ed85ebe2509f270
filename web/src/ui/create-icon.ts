import { createElement, type ComponentProps } from 'react'
import { circlePath, rectanglePath } from './paths.ts'

type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>]

/** As a file of lucide-react exports it. */
interface IconData {
  readonly name: string
  readonly node: readonly Shape[]
}

/**
 * In place of lucide-react's own function of this kind (vite.config.ts), which builds all of an icon at each render, in an
 * element for each line of it: icons were a quarter of the script of the board, and a quarter of its elements.
 */
export default function createIcon({ name, node }: IconData) {
  // Nothing in it ever changes.
  const drawn = createElement('path', { d: node.map(pathOf).join('') })
  return function Icon({ className, ...rest }: ComponentProps<'svg'>) {
    return createElement(
      'svg',
      {
        'aria-hidden': true,
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: `lucide lucide-${name} ${className ?? ''}`,
        ...rest,
      },
      drawn,
    )
  }
}

function pathOf([tag, { d, ...attributes }]: Shape): string {
  const of = (name: string) => Number(attributes[name] ?? 0)
  // A path may begin relative to the origin, which is the end of the one before it here.
  if (d) return d.startsWith('m') ? `M0 0${d}` : d
  if (tag === 'circle') return circlePath(of('cx'), of('cy'), of('r'))
  if (tag === 'line') return `M${of('x1')} ${of('y1')}L${of('x2')} ${of('y2')}`
  if (tag !== 'rect') throw new Error(`An icon has a shape that is not drawn here: ${tag}`)
  return rectanglePath({ x: of('x'), y: of('y'), width: of('width'), height: of('height'), radius: of('rx') })
}
