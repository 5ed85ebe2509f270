import { useEffect, useEffectEvent } from 'react'
import { local } from '../../../lib/offline/storage.ts'
import { createStore, useStore } from '../../../lib/data/store.ts'

/** The keys of the inbox, as its help lists them. */
export const SHORTCUTS = [
  { key: 'j', label: 'Next conversation' },
  { key: 'k', label: 'Previous conversation' },
  { key: 'r', label: 'Write a reply' },
  { key: 'n', label: 'Write an internal note' },
  { key: 'a', label: 'Assign to me, or unassign' },
  { key: 'e', label: 'Mark as done, or reopen' },
  { key: 's', label: 'Snooze, or end the snooze' },
  { key: 'u', label: 'Mark as unread' },
  { key: '/', label: 'Search names and messages' },
  { key: '?', label: 'Show this help' },
] as const

/** The keys of the reply box. */
export const REPLY_SHORTCUTS = [
  { key: '/', label: 'Saved replies, in an empty reply' },
  { key: 'Enter', label: 'Send' },
  { key: 'Ctrl Enter', label: 'Send and answer the next conversation' },
  { key: 'Escape', label: 'Leave the reply' },
] as const

export type ShortcutKey = (typeof SHORTCUTS)[number]['key']

const STORAGE_KEY = 'inbox-shortcuts'

const isOn = createStore(local.getItem(STORAGE_KEY) !== 'off')

/** Whether single keys act: who dictates or touches keys by accident turns them off (WCAG 2.1.4). */
export const useShortcutsOn = () => useStore(isOn)

export function setShortcutsOn(next: boolean): void {
  local.setItem(STORAGE_KEY, next ? 'on' : 'off')
  isOn.set(next)
}

/** In a field keys are text, and an open dialog or list has its own. A closed list may stay in the document. */
const isElsewhere = () =>
  document.activeElement?.matches('input, textarea, select, [contenteditable], [role=combobox]') ||
  document.querySelector(':is([role=dialog], [role=alertdialog], [role=listbox])[data-open]') !== null

/** Single keys that act while nothing is being typed. */
export function useShortcuts(actions: Partial<Record<ShortcutKey, () => void>>): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    const action = actions[event.key as ShortcutKey]
    if (!action || !isOn.current() || event.ctrlKey || event.metaKey || event.altKey || isElsewhere()) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => act(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
