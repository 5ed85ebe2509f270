import { act, fireEvent, screen } from '@testing-library/react'

/** Presses an option of an open list, as a pointer does. */
export async function pressOption(name: string | RegExp): Promise<void> {
  const option = await screen.findByRole('option', { name })
  await act(async () => {
    fireEvent.pointerDown(option)
    fireEvent.click(option)
  })
}

/** The text of a closed list: its choice. */
export const chosen = (label: string): string => screen.getByRole('combobox', { name: label }).textContent

/** Opens a list. @returns the options' texts */
export async function openOptions(label: string): Promise<string[]> {
  const list = await screen.findByRole('combobox', { name: label })
  await act(async () => fireEvent.click(list))
  return (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
}

/** Chooses an option of a list. */
export async function choose(label: string, option: string | RegExp): Promise<void> {
  await openOptions(label)
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
