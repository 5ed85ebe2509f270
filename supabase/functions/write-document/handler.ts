import {
  DOCUMENT_MAILS_A_DAY,
  usualSpan,
  type DocumentRequest,
  type WrittenDocument,
} from '../../../domain/documents.ts'
import type { IsoDate } from '../../../domain/week.ts'
import { authenticate, type Caller } from '../_shared/authenticate.ts'
import { loadDocumentRecords } from '../_shared/documents/load-records.ts'
import { hasNoRecords, toMarkdown, writeDocument } from '../_shared/documents/write-document.ts'
import { json, refusal, serviceClient, type FunctionContext } from '../_shared/function.ts'
import { checkRateLimit } from '../_shared/rate-limit.ts'
import { documentMail } from './document-mail.ts'
import { parseWriteRequest, type WriteRequest } from './request.ts'

const WRITE_LIMIT = { allowed: 30, seconds: 60 } as const
const MAIL_LIMIT = { allowed: DOCUMENT_MAILS_A_DAY, seconds: 86_400 } as const

type Founder = Extract<Caller, { kind: 'user' }>

/**
 * `POST {kind, from?, to?}` → `{title, markdown, isEmpty}`: a document from the caller's own records.
 * `POST {mail: {title, markdown}}` → `{to}`: mails one to the caller's own proven address, and to no other.
 * Nothing is stored.
 */
export default async function writeDocumentFunction(request: Request, context: FunctionContext): Promise<Response> {
  if (request.method !== 'POST') return refusal(405, 'Only POST', { Allow: 'POST' })
  const caller = await authenticate(request, context)
  if (caller.kind === 'refused') return refusal(caller.status, caller.reason)
  if (caller.kind === 'anonymous') return refusal(401, 'Sign in to write a document')
  const asked = parseWriteRequest(await request.json().catch(() => undefined))
  if ('status' in asked) return refusal(asked.status, asked.reason)
  return asked.kind === 'write' ? write(context, caller, asked.document) : mail(context, caller, asked)
}

async function write(context: FunctionContext, { id, client }: Founder, { kind, span }: DocumentRequest) {
  const wait = await checkRateLimit(context, `documents:${id}`, WRITE_LIMIT)
  if (wait > 0) return refusal(429, 'Too many requests, try again in a moment', { 'Retry-After': String(wait) })
  const today = new Date().toISOString().slice(0, 10) as IsoDate
  const shown = span ?? usualSpan(kind, today)
  const records = await loadDocumentRecords(client, id, kind, shown)
  const document = writeDocument(kind, shown, records, today)
  const { title } = document
  return json(200, { title, markdown: toMarkdown(document), isEmpty: hasNoRecords(records) } satisfies WrittenDocument)
}

async function mail(context: FunctionContext, { id }: Founder, document: Extract<WriteRequest, { kind: 'mail' }>) {
  const to = await provenAddress(context, id)
  if (to === null) return refusal(403, 'The address of this account is not confirmed')
  const wait = await checkRateLimit(context, `document-mails:${id}`, MAIL_LIMIT)
  if (wait > 0) {
    return refusal(429, `At most ${MAIL_LIMIT.allowed} documents a day`, { 'Retry-After': String(wait) })
  }
  if (!(await context.sendMail({ to, ...documentMail(document) })))
    return refusal(429, 'Too many emails to this address')
  return json(200, { to })
}

/** @returns null without a proven one @throws {Error} when it cannot be read */
async function provenAddress(context: FunctionContext, account: string): Promise<string | null> {
  const { data, error } = await serviceClient(context).rpc('proven_address', { account })
  if (error) throw new Error(`the address cannot be read: ${error.message}`)
  return data
}
