import { createElement, type ComponentProps } from 'react'

/** As a file of lucide-react exports it. */
interface IconData {
  readonly name: string
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[]
}

/**
 * In place of lucide-react's own function of this kind (vite.config.ts), which builds all of an icon at each render: icons
 * were a quarter of the script of the board.
 */
export default function createIcon({ name, node }: IconData) {
  // Nothing in it ever changes.
  const drawn = node.map(([tag, attributes]) => createElement(tag, attributes))
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
