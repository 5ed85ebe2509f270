import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { FunctionsHttpError } from '@supabase/functions-js'
import { fail, succeed, type Result } from '../../../../../domain/result.ts'
import type { WebhookEvent, WebhookRequest, WebhookShape } from '../../../../../domain/webhooks.ts'
import { lastShown, shown } from '../../../lib/data/pages.ts'
import { failureOf, type Failure, type Refusal } from '../../../lib/session/auth-request.ts'
import { functions, tables } from '../../../lib/session/client.ts'
import { texts } from '../../../lib/texts/texts.ts'
import { webhookTexts } from './webhook-texts.ts'

export interface Webhook {
  readonly id: string
  readonly name: string
  /** The host and the end of the URL. */
  readonly address: string
  readonly shape: WebhookShape
  readonly events: readonly WebhookEvent[]
  readonly is_on: boolean
  /** Why the server has switched it off. */
  readonly off_reason: 'gone' | 'failing' | null
  readonly failing_since: string | null
  /** Until when the secret before signs too. */
  readonly old_secret_until: string | null
  readonly waiting: number
}

const WEBHOOKS_KEY = ['admin', 'webhooks'] as const

/** Milliseconds after which states that the server changes by itself are read again. */
const REFETCH_MS = 15_000

export const webhooksQuery = queryOptions({
  queryKey: [...WEBHOOKS_KEY, 'list'],
  queryFn: async () => (await (await tables()).rpc('list_webhooks').throwOnError()).data as unknown as Webhook[],
  refetchInterval: REFETCH_MS,
  meta: { failed: webhookTexts.loadFailed },
})

export interface Delivery {
  readonly id: string
  readonly event: WebhookEvent | 'test'
  readonly created_at: string
  readonly delivered_at: string | null
  /** When it is tried (again); null when it is not. */
  readonly due_at: string | null
  readonly attempts: number
  readonly status: number | null
  readonly failure: string | null
}

const LOG_PAGE_SIZE = 20

/** Milliseconds; what was just sent has a result within moments. */
const LOG_REFETCH_MS = 2000

async function readLog(webhook: string, after: Delivery | null): Promise<Delivery[]> {
  const page = (await tables()).rpc('webhook_log', {
    webhook,
    page_size: LOG_PAGE_SIZE + 1,
    ...(after && { after_at: after.created_at, after_id: after.id }),
  })
  return (await page.throwOnError()).data as Delivery[]
}

/** What was sent to a webhook, newest first, page by page. */
export const logQuery = (webhook: string) =>
  infiniteQueryOptions({
    queryKey: [...WEBHOOKS_KEY, 'log', webhook],
    queryFn: ({ pageParam }) => readLog(webhook, pageParam),
    initialPageParam: null as Delivery | null,
    getNextPageParam: (page) => lastShown(page, LOG_PAGE_SIZE),
    select: ({ pages }) => shown(pages, LOG_PAGE_SIZE),
    refetchInterval: ({ state }) => (state.data?.pages[0]?.some(isSoon) ? LOG_REFETCH_MS : REFETCH_MS),
    meta: { failed: webhookTexts.logFailed },
  })

/** While it is being sent, it is due minutes later: in case the server ends meanwhile. */
const isSoon = ({ due_at, failure }: Delivery): boolean =>
  due_at !== null && (failure === null || Date.parse(due_at) < Date.now() + 10 * LOG_REFETCH_MS)

/** By hint, or else by code. */
const reasons: Readonly<Record<string, string>> = {
  webhook_off: webhookTexts.isOff,
  P0001: webhookTexts.tooOften,
  P0002: webhookTexts.gone,
  '54000': webhookTexts.tooMany,
}

function failed(error: Refusal, title: string): Failure {
  const failure = failureOf(error, title)
  return { ...failure, description: reasons[error.hint ?? ''] ?? reasons[error.code ?? ''] ?? failure.description }
}

const resultOf = (error: Refusal | null, title: string): Result<null, Failure> =>
  error ? fail(failed(error, title)) : succeed(null)

/** What a new webhook and a new secret come with. */
export interface Granted {
  readonly id?: string
  readonly secret?: string
}

/** Adds or changes a webhook, or makes another secret. */
export async function manageWebhook(request: WebhookRequest): Promise<Result<Granted, Failure>> {
  const title = request.action === 'rotate' ? webhookTexts.notRotated : webhookTexts.notSaved
  const client = await functions()
  const { data, error } = await client.invoke<Granted>('webhooks', { body: request })
  return error ? fail(failed(await refusalOf(error as Error), title)) : succeed(data ?? {})
}

/** Its hint says when a proof is missing. Without a response the network failed. */
async function refusalOf(cause: Error): Promise<Refusal> {
  const response = (cause as Partial<FunctionsHttpError>).context as Response | undefined
  const body: unknown = response instanceof Response ? await response.json().catch(() => ({})) : {}
  const { error: message = texts.unreachable, ...rest } = body as Partial<Refusal> & { error?: string }
  return { ...rest, message }
}

export const deleteWebhook = async (webhook: string) =>
  resultOf((await (await tables()).rpc('delete_webhook', { webhook })).error, webhookTexts.notDeleted)

export const switchWebhook = async (webhook: string, is_on: boolean) =>
  resultOf((await (await tables()).rpc('switch_webhook', { webhook, is_on })).error, webhookTexts.notSwitched)

export const testWebhook = async (webhook: string) =>
  resultOf((await (await tables()).rpc('test_webhook', { webhook })).error, webhookTexts.notSent)

export const sendAgain = async (delivery: string) =>
  resultOf((await (await tables()).rpc('send_webhook_again', { delivery })).error, webhookTexts.notSent)

/** Refetched after each change: the list and the logs. */
export const webhookKeys = { queryKey: WEBHOOKS_KEY }
