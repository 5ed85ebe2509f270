/** A header that a mail may not have: an error of the code that sends it. */
export class HeaderError extends Error {}

/** Headers of one mail, and characters of a line without its end (RFC 5322, 2.1.1). */
const MAX_HEADERS = 10
const MAX_LINE = 998

/** Headers that the mailer sets itself, and those that could add recipients or change how a mail is read. */
const RESERVED =
  /^(from|sender|reply-to|to|cc|bcc|subject|date|message-id|mime-version|dkim-.*|content-.*|resent-.*|auto-submitted|x-auto-response-suppress)$/i

/** Headers of every mail: it is automatic, so that no "out of office" answers it (RFC 3834, Exchange). */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' } as const

/**
 * Checks headers and prepares them for nodemailer, which would fold and encode them, with those of every mail.
 * @throws {HeaderError} for a name or value that could begin another header, or replace one of the mail's own
 * @example
 * preparedHeaders({ 'List-Unsubscribe': '<https://acme.com/u>' })['List-Unsubscribe']
 * // { prepared: true, value: '<https://acme.com/u>' }
 * preparedHeaders({ Bcc: 'eve@evil.com' }) // throws HeaderError
 */
export function preparedHeaders(
  headers: Readonly<Record<string, string>> = {},
): Record<string, { prepared: true; value: string }> {
  const entries = Object.entries(headers)
  if (entries.length > MAX_HEADERS) throw new HeaderError(`a mail has at most ${MAX_HEADERS} more headers`)
  for (const [name, value] of entries) {
    if (!/^[A-Za-z][\w-]*$/.test(name) || RESERVED.test(name)) throw new HeaderError('a mail header has a wrong name')
    // Printable ASCII: no line break, nothing to encode.
    if (!/^[ -~]+$/.test(value) || `${name}: ${value}`.length > MAX_LINE) {
      throw new HeaderError(`the mail header ${name} has a wrong value`)
    }
  }
  return Object.fromEntries(
    [...Object.entries(AUTOMATIC), ...entries].map(([name, value]) => [name, { prepared: true, value }]),
  )
}
