// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { Plus } from 'lucide-react'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import createIcon from './create-icon.ts'

type IconData = Parameters<typeof createIcon>[0]

/** The library's types do not have what an icon is drawn from. */
async function dataOf(file: Promise<unknown>): Promise<IconData> {
  // oxlint-disable-next-line no-underscore-dangle -- the library's name
  return ((await file) as { __iconData: IconData }).__iconData
}

const svgOf = (icon: ReactElement) => render(icon).container.querySelector('svg')!

function attributesOf(icon: ReactElement) {
  const attributes = [...svgOf(icon).attributes].map(({ name, value }) => `${name}=${value.trim()}`)
  return attributes.filter((one) => !one.startsWith('xmlns')).toSorted()
}

test('an icon has the attributes that the library gives it', async () => {
  const OwnPlus = createIcon(await dataOf(import('lucide-react/icons/plus')))
  expect(attributesOf(<OwnPlus className="size-4" />)).toEqual(attributesOf(<Plus className="size-4" />))
})

test('all its shapes are one path', async () => {
  const BrickWall = createIcon(await dataOf(import('lucide-react/icons/brick-wall')))
  const Mixed = createIcon({
    name: 'mixed',
    node: [
      ['circle', { cx: '9', cy: '12', r: '1' }],
      ['line', { x1: '1', y1: '2', x2: '3', y2: '4' }],
      ['path', { d: 'm15 5 4 4' }],
      ['rect', { width: '4', height: '6', x: '2', y: '3', rx: '1' }],
    ],
  })
  expect(svgOf(<BrickWall />).innerHTML).toMatch(/^<path d="M5 3h14a2 2 0 0 1 2 2v14[^<]*M16 15v6[^<]*"><\/path>$/)
  expect(svgOf(<Mixed />).innerHTML).toBe(
    '<path d="M8 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0M1 2L3 4M0 0m15 5 4 4' +
      'M3 3h2a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-2a1 1 0 0 1 -1 -1v-4a1 1 0 0 1 1 -1z"></path>',
  )
  expect(() => createIcon({ name: 'written', node: [['text', { x: '1' }]] })).toThrow('a shape that is not drawn here')
})
