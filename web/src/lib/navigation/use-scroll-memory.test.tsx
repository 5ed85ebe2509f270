// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { navigate } from './navigate.ts'
import { Router, Routes } from './Router.tsx'
import { useScrollMemory } from './use-scroll-memory.ts'

function Layout({ children }: { children: ReactNode }) {
  useScrollMemory()
  return children
}

const routes = [
  { path: '/list', screen: () => <div data-scroll="rows">List</div>, layouts: [Layout] },
  { path: '/one', screen: () => 'One', layouts: [Layout] },
]

beforeEach(() => {
  history.replaceState(null, '', '/list')
  render(
    <Router>
      <Routes routes={routes} />
    </Router>,
  )
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  history.replaceState(null, '', '/')
})

const page = () => document.documentElement
const go = (to: string, options?: Parameters<typeof navigate>[1]) => act(async () => navigate(to, options))
const back = () => act(async () => history.back())

async function scroll(to: number): Promise<void> {
  const box = screen.getByText('List')
  page().scrollTop = to
  box.scrollTop = to / 2
  document.dispatchEvent(new Event('scroll'))
  box.dispatchEvent(new Event('scroll'))
}

test('a screen begins at its top, and Back shows the one before as far down as it was left', async () => {
  await scroll(300)
  await go('/one')
  expect(page().scrollTop).toBe(0)
  await back()
  expect(page().scrollTop).toBe(300)
  expect(screen.getByText('List').scrollTop).toBe(150)
})

test('another query on the same screen leaves it where it is, for Back too', async () => {
  await scroll(300)
  await go('?show=notes', { replace: true })
  expect(page().scrollTop).toBe(300)
  await go('/one')
  await back()
  expect(page().scrollTop).toBe(300)
})

test('a URL with a hash is left to what it names', async () => {
  await scroll(300)
  await go('/one#5f0c')
  expect(page().scrollTop).toBe(300)
})
