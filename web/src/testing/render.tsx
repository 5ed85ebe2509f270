import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { act, fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { Router } from '../lib/navigation/Router.tsx'
import { forgetDrafts } from '../lib/offline/drafts.ts'
import { OutboxRunner } from '../lib/offline/OutboxRunner.tsx'
import { createQueryClient } from '../lib/data/query-client.ts'
import { useLeaveChannels } from '../lib/data/use-live-rows.ts'
import { SessionProvider, useSession } from '../lib/session/session.tsx'
import { Toaster } from '../ui/Toaster.tsx'
import './configure.ts'
import { FOUNDER, type Person } from './people.ts'
import { signIn } from './session.ts'

interface Shown {
  /** Path, query and hash of the URL. */
  readonly place: () => string
  /** Leaves the screen; what is stored stays. */
  readonly leave: () => void
  /** Renders it as after a reload of the tab: what is in memory is gone, what is in its storage is there. */
  readonly reload: () => Promise<Shown>
}

interface ScreenOptions {
  /** The URL. */
  readonly path?: string
  /** The person who is signed in. */
  readonly as?: Person
}

/** Renders a screen, or a part of one, as the app does for someone who is signed in. */
export async function renderScreen(
  content: ReactNode,
  { path = '/', as = FOUNDER }: ScreenOptions = {},
): Promise<Shown> {
  signIn(as)
  history.replaceState(null, '', path)
  const queries = createQueryClient()
  const { unmount } = render(
    <>
      <SessionProvider>
        <QueryClientProvider client={queries}>
          <Router>
            <SignedIn>
              <Channels />
              {content}
              <OutboxRunner />
            </SignedIn>
          </Router>
        </QueryClientProvider>
      </SessionProvider>
      <Toaster />
    </>,
  )
  await waitFor(() => {
    if (screen.queryByText('Signing in')) throw new Error('The session is not read yet')
  })
  // Effects of the screen, such as listeners of keys, have run by then.
  await act(async () => undefined)
  const place = () => location.pathname + location.search + location.hash
  const reload = () => {
    unmount()
    const stored = { ...sessionStorage }
    forgetDrafts()
    Object.assign(sessionStorage, stored)
    return renderScreen(content, { path: place(), as })
  }
  return { place, leave: unmount, reload }
}

/**
 * Renders a hook as a part of a screen does, with no one signed in.
 * @public Examples in doc comments use it.
 */
export function renderHookAt<Result>(path: string, hook: () => Result) {
  history.replaceState(null, '', path)
  const queries = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>
      <Channels />
      <Router>{children}</Router>
    </QueryClientProvider>
  )
  return renderHook(hook, { wrapper })
}

/** Those of a test end with it. */
function Channels() {
  useLeaveChannels(useQueryClient())
  return null
}

const SignedIn = ({ children }: { children: ReactNode }) =>
  useSession().state === 'signed-in' ? children : <p>Signing in</p>

/** A part of the screen, by the title of its card. */
export const card = (title: string) => within(screen.getByRole('region', { name: title }))

/** The name that an element is found by, or the element. */
type Control = string | RegExp | HTMLElement

const buttonOf = async (control: Control, role = 'button'): Promise<HTMLElement> =>
  control instanceof HTMLElement ? control : screen.findByRole(role, { name: control })

/** Presses a button, once it is there; as a pointer does, which reaches it first. */
export async function press(control: Control, role?: string): Promise<void> {
  const button = await buttonOf(control, role)
  await act(async () => {
    fireEvent.pointerEnter(button)
    button.focus()
    fireEvent.click(button)
  })
}

/** Replaces what is in a field. */
export async function type(field: Control, text: string): Promise<void> {
  const input = field instanceof HTMLElement ? field : await screen.findByLabelText(field)
  await act(async () => {
    input.focus()
    fireEvent.change(input, { target: { value: text } })
  })
}

/** Whether a browser submits a form: not when a field is invalid, or its button is disabled. */
const isSubmittable = (form: HTMLFormElement): boolean =>
  (form.noValidate || form.checkValidity()) && !form.querySelector('button[type=submit]:disabled')

/** Presses a key where the focus is. Enter in a field submits its form, as in a browser. */
export async function pressKey(key: string, modifiers: KeyboardEventInit = {}): Promise<void> {
  const target = document.activeElement ?? document.body
  await act(async () => {
    const goesOn = fireEvent.keyDown(target, { key, ...modifiers })
    const form = goesOn && key === 'Enter' && target instanceof HTMLInputElement ? target.form : null
    if (form && isSubmittable(form)) fireEvent.submit(form)
    if (goesOn && key === 'Enter' && target instanceof HTMLButtonElement) fireEvent.click(target)
    fireEvent.keyUp(target, { key, ...modifiers })
  })
}

/** Waits for the notice of a success, and returns it. */
export const expectSuccess = (description: string, title = 'Success') => findNotice('status', title + description)

/** Waits for the destructive notice of a failure, and returns it. */
export const expectFailure = (description: string, title = 'Error') => findNotice('alert', title + description)

const findNotice = (role: 'status' | 'alert', text: string): Promise<HTMLElement> =>
  waitFor(() => {
    const found = screen.queryAllByRole(role).find(({ textContent }) => textContent === text)
    if (!found) throw new Error(`No notice says ${JSON.stringify(text)} but ${JSON.stringify(notices())}`)
    return found
  })

/** Waits for a text, and returns its element. */
export const expectText = (text: string | RegExp): Promise<HTMLElement> => screen.findByText(text)

/** Waits until something is not, or no more, on the screen. */
export const expectGone = (find: () => HTMLElement | null | undefined): Promise<void> =>
  waitFor(() => {
    if (find()) throw new Error('It is still on the screen')
  })

/** Title and description of all notices. */
export const notices = (): string[] =>
  [...screen.getByRole('region', { name: 'Notifications' }).querySelectorAll('[role]')].map(
    ({ textContent }) => textContent ?? '',
  )

/** Sets the clock, which runs on; `advance` moves it and runs what is due meanwhile. */
export function setClock(now: Date | string): void {
  vi.useFakeTimers({ now: new Date(now), shouldAdvanceTime: true })
}

export async function advance(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms))
}

/** Hides the tab, or shows it again. */
export function setVisibility(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}
