import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'

/** The options of the open list: a closed one may stay in the document. */
const findOptions = (name?: string | RegExp): Promise<HTMLElement[]> =>
  waitFor(() => {
    const options = screen.queryAllByRole('option', { ...(name !== undefined && { name }) })
    const open = options.filter((option) => option.closest('[data-open]'))
    if (open.length === 0) throw new Error(`No open list has the option ${String(name ?? '')}`)
    return open
  })

/** Presses an option of an open list, as a pointer does. */
export async function pressOption(name: string | RegExp): Promise<void> {
  const [option] = await findOptions(name)
  if (!option) return
  await act(async () => {
    fireEvent.pointerDown(option)
    fireEvent.click(option)
  })
}

/** The text of a closed list: its choice. */
export const chosen = (label: string): string => screen.getByRole('combobox', { name: label }).textContent

async function openList(label: string): Promise<void> {
  const list = await screen.findByRole('combobox', { name: label })
  await act(async () => fireEvent.click(list))
}

/** Opens a list, and waits until it has these options: some may be loaded meanwhile. */
export async function expectOptions(label: string, texts: readonly string[]): Promise<void> {
  await openList(label)
  await waitFor(async () => expect((await findOptions()).map(({ textContent }) => textContent)).toEqual(texts))
}

/** Chooses an option of a list. */
export async function choose(label: string, option: string | RegExp): Promise<void> {
  await openList(label)
  await pressOption(option)
}

/** Types into a field that offers what it finds. */
export async function search(label: string, text: string): Promise<void> {
  // By its label: the open list hides what is around it from assistive technology, but not the field.
  const field = await screen.findByLabelText(label)
  await act(async () => {
    field.focus()
    fireEvent.input(field, { target: { value: text }, inputType: 'insertText' })
  })
}
