import { DOCUMENT_LIMITS, isDocumentKind, spanOf, type DocumentRequest } from '../../../domain/documents.ts'

/** A document to write, or one to mail. */
export type WriteRequest =
  | ({ readonly kind: 'write' } & { readonly document: DocumentRequest })
  | { readonly kind: 'mail'; readonly title: string; readonly markdown: string }

interface RequestError {
  readonly status: 400 | 413
  readonly reason: string
}

const invalid = (reason: string): RequestError => ({ status: 400, reason })

/** @returns the parsed body, or the error */
export function parseWriteRequest(body: unknown): WriteRequest | RequestError {
  if (typeof body !== 'object' || body === null) return invalid('The body must be a JSON object')
  const { kind, from, to, mail } = body as Record<string, unknown>
  if (mail !== undefined) return kind === undefined ? parseMail(mail) : invalid('Either kind or mail')
  if (!isDocumentKind(kind)) return invalid('kind is not a document')
  const isUsual = (from ?? null) === null && (to ?? null) === null
  const span = spanOf(from, to)
  if (!span && !isUsual) return invalid('from and to must be days, at most a year apart, or both be left out')
  return { kind: 'write', document: { kind, span } }
}

function parseMail(mail: unknown): WriteRequest | RequestError {
  if (typeof mail !== 'object' || mail === null) return invalid('mail must be an object')
  const { title, markdown, ...others } = mail as Record<string, unknown>
  if (Object.keys(others).length > 0) return invalid('mail has a title and a markdown, and goes to the caller')
  if (typeof title !== 'string' || typeof markdown !== 'string') return invalid('title and markdown must be texts')
  const line = title.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  if (line === '' || [...line].length > DOCUMENT_LIMITS.title) {
    return invalid(`title must have 1 to ${DOCUMENT_LIMITS.title} characters`)
  }
  const text = markdown.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\t\n]/gu, '')
  if (text.trim() === '') return invalid('markdown is empty')
  if (new TextEncoder().encode(title + markdown).length > DOCUMENT_LIMITS.bytes) {
    return { status: 413, reason: `A document must be at most ${DOCUMENT_LIMITS.bytes} bytes` }
  }
  return { kind: 'mail', title: line, markdown: text }
}
