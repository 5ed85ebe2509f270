// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { BrickWall, Plus } from 'lucide-react'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import createIcon from './create-icon.ts'

/** The library's types do not have what an icon is drawn from. */
async function dataOf(file: Promise<unknown>): Promise<Parameters<typeof createIcon>[0]> {
  // oxlint-disable-next-line no-underscore-dangle -- the library's name
  return ((await file) as { __iconData: Parameters<typeof createIcon>[0] }).__iconData
}

function drawn(icon: ReactElement) {
  const svg = render(icon).container.querySelector('svg')!
  const attributes = [...svg.attributes].map(({ name, value }) => `${name}=${value.trim()}`)
  return { attributes: attributes.filter((one) => !one.startsWith('xmlns')).toSorted(), inner: svg.innerHTML }
}

test('an icon is drawn as the library draws it', async () => {
  const OwnPlus = createIcon(await dataOf(import('lucide-react/icons/plus')))
  const OwnWall = createIcon(await dataOf(import('lucide-react/icons/brick-wall')))
  expect(drawn(<OwnPlus className="size-4" />)).toEqual(drawn(<Plus className="size-4" />))
  expect(drawn(<OwnWall />)).toEqual(drawn(<BrickWall />))
})
