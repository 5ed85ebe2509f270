/** A paragraph of a mail: a text, or a link on a line of its own. */
export type MailLine = string | { readonly label: string; readonly link: string }

/** The same paragraphs as text and as HTML. */
export function mailBody(lines: readonly MailLine[]): { text: string; html: string } {
  const text = lines.map((line) => (typeof line === 'string' ? line : `${line.label}:\n${line.link}`))
  const html = lines.map((line) =>
    typeof line === 'string' ? escapeHtml(line) : `<a href="${escapeHtml(line.link)}">${escapeHtml(line.label)}</a>`,
  )
  return { text: `${text.join('\n\n')}\n`, html: html.map((line) => `<p dir="auto">${line}</p>`).join('\n') }
}

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`).replaceAll('\n', '<br>')
