/** The value under a label, in the first list of figures that has it. */
export function figure(label: string, within: ParentNode = document): string {
  const term = [...within.querySelectorAll('dt')].find(({ textContent }) => textContent === label)
  if (!term) throw new Error(`No figure is labelled "${label}"`)
  return term.parentElement?.querySelector('dd')?.textContent ?? ''
}
