import { createStore } from '../data/store.ts'
import { texts } from './texts.ts'

export interface Toast {
  readonly id: number
  readonly tone: 'success' | 'destructive'
  readonly title: string
  readonly description: string
}

export type ToastText = Pick<Toast, 'title' | 'description'>

const MAX_TOASTS = 4

const { current, set, subscribe } = createStore<readonly Toast[]>([])
let nextId = 1

/** Notices can be shown from anywhere: components, the query cache, the auth client. */
export const toasts = {
  current,
  subscribe,
  dismiss: (id: number) => set(current().filter((toast) => toast.id !== id)),
  /** What it says is undone. */
  retract: (description: string) => set(current().filter((toast) => toast.description !== description)),
}

function add(tone: Toast['tone'], text: ToastText) {
  const id = nextId++
  // A notice on the screen is not repeated: a lost network fails several lists at once.
  const others = current().filter((other) => other.title !== text.title || other.description !== text.description)
  set([...others, { id, tone, ...text }].slice(-MAX_TOASTS))
}

/**
 * A bare description gets the title "Success".
 * @example
 * toastSuccess('Goal added')
 * toasts.current() // [expect.objectContaining({ tone: 'success', title: 'Success', description: 'Goal added' })]
 */
export const toastSuccess = (text: ToastText | string) =>
  add('success', typeof text === 'string' ? { title: texts.titles.success, description: text } : text)

/**
 * A bare description gets the title "Error".
 * @example
 * toastError({ title: 'Not saved', description: 'Please try again.' })
 * toasts.current() // [expect.objectContaining({ tone: 'destructive', title: 'Not saved' })]
 */
export const toastError = (text: ToastText | string) =>
  add('destructive', typeof text === 'string' ? { title: texts.titles.error, description: text } : text)
