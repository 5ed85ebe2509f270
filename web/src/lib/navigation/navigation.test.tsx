// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { lazy, StrictMode, Suspense, useEffect, type ComponentType, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Link, NavLink } from './Link.tsx'
import { matchPath } from './match-path.ts'
import { navigate, setSearchParams, type Location } from './navigate.ts'
import { Redirect, Router, Routes, useLocation, type Route } from './Router.tsx'

beforeEach(() => history.replaceState(null, '', '/'))
afterEach(() => {
  cleanup()
  history.replaceState(null, '', '/')
})

const url = () => location.pathname + location.search + location.hash

let shown: Location
function Shown({ children }: { children?: ReactNode }) {
  const location = useLocation()
  useEffect(() => {
    shown = location
  }, [location])
  return children
}

/** Renders links, say, with a router around them. */
const show = (content?: ReactNode) =>
  render(
    <Router>
      <Shown>{content}</Shown>
    </Router>,
  )

const showRoutes = (routes: readonly Route[]) =>
  render(
    <Router>
      <Suspense fallback="Loading">
        <Routes routes={routes} />
      </Suspense>
    </Router>,
  )

const go = (to: string, options?: Parameters<typeof navigate>[1]) => act(async () => navigate(to, options))
const step = (by: number) => act(async () => history.go(by))

const link = () => screen.getByRole('link')

test('the screen before stays until the code of the next one is loaded', async () => {
  let load = (_screen: { default: ComponentType }) => undefined as void
  const Late = lazy(() => new Promise<{ default: ComponentType }>((resolve) => (load = resolve)))
  const { container } = showRoutes([
    { path: '/', screen: () => 'Board' },
    { path: '/traction', screen: Late },
  ])
  await go('/traction')
  expect(url()).toBe('/traction')
  expect(container.textContent).toBe('Board')
  await act(async () => load({ default: () => 'Traction' }))
  expect(container.textContent).toBe('Traction')
})

test('each visit has a key of its own, which a step back has again', async () => {
  show()
  expect(shown.key).toBe('default')
  await go('/traction')
  const { key } = shown
  await go('/traction')
  expect(new Set(['default', key, shown.key])).toHaveLength(3)
  await step(-1)
  expect(shown.key).toBe(key)
})

test('the state of a navigation is there after a reload, and not on the next screen', async () => {
  const { unmount } = show()
  await go('/brain', { state: { tab: 'check-ins' } })
  const { key } = shown
  unmount()
  show()
  expect(shown).toMatchObject({ pathname: '/brain', state: { tab: 'check-ins' }, key })
  await go('?tab=notes')
  expect(shown.state).toBeNull()
})

test('steps through the history are distinguished from navigations', async () => {
  show()
  expect(shown.isPop).toBe(true)
  await go('/traction')
  expect(shown.isPop).toBe(false)
  await step(-1)
  expect(shown).toMatchObject({ pathname: '/', isPop: true })
})

test('a navigation adds to the history, or replaces its last entry', async () => {
  show()
  const { length } = history
  await go('/traction')
  expect(history).toHaveLength(length + 1)
  await go('/brain', { replace: true })
  expect(history).toHaveLength(length + 1)
  await step(-1)
  expect(url()).toBe('/')
})

test('a link opens its screen with its state, without loading the page', async () => {
  show(<Link to="/brain" state={{ tab: 'check-ins' }} />)
  expect(link().getAttribute('href')).toBe('/brain')
  expect(fireEvent.click(link())).toBe(false)
  await act(async () => undefined)
  expect(shown).toMatchObject({ pathname: '/brain', state: { tab: 'check-ins' } })
})

test('a link to the present URL is another visit, and adds nothing to the history', async () => {
  history.replaceState(null, '', '/brain?tab=notes#5f0c')
  show(<Link to="/brain?tab=notes#5f0c" />)
  const { length } = history
  fireEvent.click(link())
  await act(async () => undefined)
  expect(history).toHaveLength(length)
  expect(shown.key).not.toBe('default')
})

test('a navigation to the present URL adds to the history', async () => {
  show()
  const { length } = history
  await go('/')
  expect(history).toHaveLength(length + 1)
})

test.each([
  ['Ctrl', { ctrlKey: true }, {}],
  ['⌘', { metaKey: true }, {}],
  ['Shift', { shiftKey: true }, {}],
  ['Alt', { altKey: true }, {}],
  ['the middle button', { button: 1 }, {}],
  ['a target', {}, { target: '_blank' }],
  ['a download', {}, { download: '' }],
])('a press with %s is left to the browser', async (_, press, attributes) => {
  show(<Link to="/traction" {...attributes} />)
  let isLeft
  const onPress = (event: Event) => {
    isLeft = !event.defaultPrevented
    event.preventDefault()
  }
  document.addEventListener('click', onPress)
  fireEvent.click(link(), press)
  document.removeEventListener('click', onPress)
  expect(isLeft).toBe(true)
  expect(url()).toBe('/')
})

test('a link whose press is prevented does nothing', () => {
  show(<Link to="/traction" onClick={(event) => event.preventDefault()} />)
  fireEvent.click(link())
  expect(url()).toBe('/')
})

test.each([
  ['/chat', 'page'],
  ['/chat/', 'page'],
  ['/chat?tab=squad#5f0c', 'page'],
  ['/chat/more', null],
  ['/', null],
])('at %s a menu marks its link to the chat as %s', (at, current) => {
  history.replaceState(null, '', at)
  show(<NavLink to="/chat?tab=squad" className={({ isActive }) => (isActive ? 'active' : 'idle')} />)
  expect(link().getAttribute('aria-current')).toBe(current)
  expect(link().className).toBe(current ? 'active' : 'idle')
})

test('a menu marks a link from its press on, while the screen is still loading', async () => {
  const Late = lazy(() => new Promise<{ default: ComponentType }>(() => undefined))
  const { container } = render(
    <Router>
      <NavLink to="/chat" className={() => ''} />
      <Suspense fallback="Loading">
        <Routes
          routes={[
            { path: '/', screen: () => 'Board' },
            { path: '/chat', screen: Late },
          ]}
        />
      </Suspense>
    </Router>,
  )
  await act(async () => fireEvent.click(link()))
  expect(container.textContent).toBe('Board')
  expect(link().getAttribute('aria-current')).toBe('page')
})

test('a redirect replaces the entry of the history once, in strict mode too', async () => {
  const replaced = vi.spyOn(history, 'replaceState')
  const { length } = history
  const { container } = render(
    <StrictMode>
      <Router>
        <Routes
          routes={[
            { path: '/', screen: () => <Redirect to="/auth" state="/brain" /> },
            { path: '/auth', screen: () => <Shown>Sign In</Shown> },
          ]}
        />
      </Router>
    </StrictMode>,
  )
  await act(async () => undefined)
  expect(container.textContent).toBe('Sign In')
  expect(shown.state).toBe('/brain')
  expect(replaced).toHaveBeenCalledOnce()
  expect(history).toHaveLength(length)
})

test('a layout stays mounted from one of its screens to the next, and is not rendered for a new query', async () => {
  const mounted = vi.fn<() => void>()
  const rendered = vi.fn<() => void>()
  const Layout = ({ children }: { children: ReactNode }) => {
    rendered()
    useEffect(mounted, [])
    return children
  }
  const { container } = showRoutes([
    { path: '/', screen: () => 'Board', layouts: [Layout] },
    { path: '/traction', screen: () => 'Traction', layouts: [Layout] },
  ])
  await go('/traction')
  expect(container.textContent).toBe('Traction')
  expect(mounted).toHaveBeenCalledOnce()
  const { length } = rendered.mock.calls
  await act(async () => setSearchParams({ tab: 'paused' }))
  expect(rendered).toHaveBeenCalledTimes(length)
})

test('the first route that matches is shown, with its parameters', () => {
  history.replaceState(null, '', '/booking/strategy')
  const { container } = showRoutes([
    { path: '/booking/:member', screen: ({ member }: { member?: string }) => member },
    { path: '*', screen: () => '404' },
  ])
  expect(container.textContent).toBe('strategy')
})

test('changes of the parameters one after the other are all kept', async () => {
  show()
  await act(async () => {
    for (const name of ['from', 'to']) {
      setSearchParams((params) => {
        params.set(name, '2026-03-02')
        return params
      })
    }
  })
  expect(shown.search).toBe('?from=2026-03-02&to=2026-03-02')
})

test.each([
  ['/booking/:member', '/booking/a%2Fb', { member: 'a%2Fb' }],
  ['/booking/:member', '/booking/%C3%A9', { member: 'é' }],
  ['/booking/:member', '/booking/%', { member: '%' }],
  ['/booking/:member', '/booking/', undefined],
  ['/', '//', {}],
  ['/traction', '/traction//', {}],
  ['/traction', '/tractions', undefined],
  ['*', '/a%0Ab', {}],
])('%s matches %s as %j', (route, path, params) => {
  expect(matchPath(route, path)).toEqual(params)
})
