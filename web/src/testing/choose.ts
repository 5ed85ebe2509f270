import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'

const optionsOf = (list: HTMLElement) => [...(list as HTMLSelectElement).options].filter(({ hidden }) => !hidden)

/** The text of a list's choice. */
export const chosen = (label: string): string | undefined => chosenIn(screen.getByRole('combobox', { name: label }))

/** The same, of one of several lists with one label. happy-dom does not update a list's `selectedOptions`. */
export const chosenIn = (list: HTMLElement): string | undefined =>
  (list as HTMLSelectElement).options[(list as HTMLSelectElement).selectedIndex]?.text

/** Waits until a list has these options: some may be loaded meanwhile. */
export async function expectOptions(label: string, texts: readonly string[]): Promise<void> {
  const list = await screen.findByRole('combobox', { name: label })
  await waitFor(() => expect(optionsOf(list).map(({ text }) => text)).toEqual(texts))
}

/** Chooses an option of a list. */
export async function choose(label: string, name: string | RegExp): Promise<void> {
  const list = await screen.findByRole('combobox', { name: label })
  const option = await waitFor(() => {
    const found = optionsOf(list).find(({ text }) => (typeof name === 'string' ? text === name : name.test(text)))
    if (!found) throw new Error(`${label} has no option ${String(name)}`)
    return found
  })
  await act(async () => fireEvent.change(list, { target: { value: option.value } }))
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

/** Presses what such a field has found, as a pointer does. */
export async function pressFound(name: string): Promise<void> {
  const option = await screen.findByRole('option', { name })
  await act(async () => {
    fireEvent.pointerDown(option)
    fireEvent.click(option)
  })
}
