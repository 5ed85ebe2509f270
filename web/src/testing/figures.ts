import { screen } from '@testing-library/react'

/** What stands under a label, in the first list of figures that has it. */
export function figure(label: string, within: ParentNode = document): string {
  const term = [...within.querySelectorAll('dt')].find(({ textContent }) => textContent === label)
  if (!term) throw new Error(`No figure is labelled "${label}"`)
  return term.parentElement?.querySelector('dd')?.textContent ?? ''
}

/** The texts of all that has a role, by the way of the document. */
export const textsOf = (role: string): string[] => screen.queryAllByRole(role).map(({ textContent }) => textContent)
