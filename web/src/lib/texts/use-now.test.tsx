// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { Activity } from 'react'
import { expect, test, vi } from 'vitest'
import { advance, setClock } from '../../testing/render.tsx'
import { useNow } from './use-now.ts'

const Clock = () => useNow().toISOString()
const clock = (mode: 'visible' | 'hidden') => (
  <Activity mode={mode}>
    <p>
      <Clock />
    </p>
  </Activity>
)

test('a part that was hidden over midnight follows as soon as it is shown, then each minute', async () => {
  setClock('2026-03-08T23:59:30Z')
  const { container, rerender } = render(clock('visible'))
  rerender(clock('hidden'))
  vi.setSystemTime('2026-03-09T00:10:30Z')
  await advance(60_000)
  rerender(clock('visible'))
  await advance(1)
  expect(container.textContent).toMatch(/^2026-03-09T00:11:30/)
  await advance(30_000)
  expect(container.textContent).toMatch(/^2026-03-09T00:12:00/)
})
