import { useCallback, useSyncExternalStore } from 'react'
import { tab } from './storage.ts'
import { createStore } from '../data/store.ts'

/** Before the keys in the tab's storage. */
export const DRAFT = 'draft:'

const keyOf = (user: string, name: string) => `${DRAFT}${user}:${name}`

/** Begins the names of drafts that are chosen, not typed: no one misses them after signing out. */
const CHOICE = 'choice:'

/** Drafts read or written on this page; undefined: not in storage. */
const drafts = new Map<string, unknown>()
/** Set after each change, always to the same map. */
const store = createStore(drafts)
/** The signed-in user, until they sign out. */
let signedIn: string | undefined
/** The user who signed out: text returned afterwards is not stored. */
const signedOut = new Set<string>()

/**
 * The draft of `user` under `name` in this tab; `initial` when there is none or it is unreadable.
 * @example
 * readDraft('ana', 'goal', '') // ''
 * writeDraft('ana', 'goal', 'Ten demos')
 * readDraft('ana', 'goal', '') // 'Ten demos'
 * readDraft('ben', 'goal', '') // ''
 * readDraft('ana', 'chat', '') // ''
 */
export function readDraft<Value>(user: string, name: string, initial: Value): Value {
  const key = keyOf(user, name)
  if (!drafts.has(key)) drafts.set(key, complete(tab.read(key), initial))
  const draft = drafts.get(key) as Value | undefined
  return isLike(draft, initial) ? (draft ?? initial) : initial
}

/** A stored form with its fields of today: an older build may have had fewer. */
const complete = (draft: unknown, initial: unknown): unknown =>
  isForm(draft) && isForm(initial) ? { ...initial, ...draft } : draft

const isForm = (value: unknown): value is object => isKnown(value) && value.constructor === Object

/** Whether a stored draft has the types of `initial`: an older build may have stored another. */
function isLike(draft: unknown, initial: unknown): boolean {
  // One that is null at first may be anything.
  if (!isKnown(draft) || !isKnown(initial)) return true
  if (draft.constructor !== initial.constructor) return false
  // The items of a list are like its first one.
  const at = (name: string) => initial[name] ?? initial[0]
  return typeof draft !== 'object' || Object.entries(draft).every(([name, value]) => isLike(value, at(name)))
}

const isKnown = (value: unknown): value is Record<string, unknown> => value !== null && value !== undefined

/** Whether the user has typed something in this tab that is still a draft. */
export const hasTyped = (user: string): boolean =>
  tab.keys(keyOf(user, '')).some((key) => !key.startsWith(keyOf(user, CHOICE)) && hasText(tab.read(key)))

const hasText = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() !== '' : isKnown(value) && Object.values(value).some(hasText)

type DraftStorage = 'storage' | 'memory'

export function writeDraft(user: string, name: string, value: unknown, storage: DraftStorage = 'storage'): void {
  if (signedOut.has(user)) return
  const key = keyOf(user, name)
  drafts.set(key, value)
  if (storage === 'storage') tab.setItem(key, JSON.stringify(value))
  store.set(drafts)
}

/** Before the keys of what no one has to be signed in for, such as the token of a link. */
const NOBODYS = keyOf('', '')

/**
 * Starts storing the drafts of `user`, and deletes those of others, which a tab has brought back that was opened again.
 * @param user undefined: no one is signed in
 */
export function keepDrafts(user: string | undefined): void {
  const own = user === undefined ? NOBODYS : keyOf(user, '')
  for (const key of tab.keys(DRAFT)) if (!key.startsWith(own) && !key.startsWith(NOBODYS)) tab.removeItem(key)
  if (user === undefined) return
  signedIn = user
  signedOut.delete(user)
}

/**
 * Deletes the user's drafts, for shared computers, and stores none until they sign in again. Called when the user
 * signs out.
 */
export function forgetDrafts(): void {
  if (signedIn !== undefined) signedOut.add(signedIn)
  signedIn = undefined
  drafts.clear()
  for (const key of tab.keys(DRAFT)) tab.removeItem(key)
}

export const onDraftChange = store.subscribe

/**
 * State that survives closing a dialog, leaving the screen and reloading the page; per user and tab. It may be set after
 * its screen is unmounted: unsent text returns to its field.
 * @param initial the same value at each render
 * @param storage 'memory' for personal data: it does not survive a reload
 * @example
 * import { act, renderHook } from '@testing-library/react'
 * const { result } = renderHook(() => useDraft('ana', 'goal', ''))
 * act(() => result.current[1]('Ten demos'))
 * result.current[0] // 'Ten demos'
 * readDraft('ana', 'goal', '') // 'Ten demos'
 */
export function useDraft<Value>(user: string, name: string, initial: Value, storage?: DraftStorage) {
  const value = useSyncExternalStore(onDraftChange, () => readDraft(user, name, initial))
  const change = useCallback(
    (next: Value | ((current: Value) => Value)) => {
      const isChange = typeof next === 'function'
      const value = isChange ? (next as (current: Value) => Value)(readDraft(user, name, initial)) : next
      writeDraft(user, name, value, storage)
      // Nothing is typed any more.
      if (JSON.stringify(value) === JSON.stringify(initial)) tab.removeItem(keyOf(user, name))
    },
    [user, name, initial, storage],
  )
  return [value, change] as const
}
