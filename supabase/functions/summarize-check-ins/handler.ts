import { Failures } from '../_shared/failures.ts'
import { json, refusal, serviceClient, type FunctionContext } from '../_shared/function.ts'
import { isService } from '../_shared/is-service.ts'
import { takeModelBudget } from '../_shared/model-budget.ts'
import { modelOf } from '../_shared/model-settings.ts'
import { recordModelUsage } from '../_shared/model-usage.ts'
import { claimCheckIns, readCheckIns, storeSummary, type CheckInPair, type ClaimedCheckIn } from './check-in.ts'
import { coachSummary } from './coach.ts'
import { modelSummary } from './model-summary.ts'

/** Check-ins summarized concurrently. */
const MAX_CONCURRENT = 10
/** Attempts with the model, over a quarter of an hour; then the built-in coach writes the summary. */
const MODEL_ATTEMPTS = 5

/**
 * `POST`, with the secret key: writes the missing summaries of saved check-ins (SPEC section 3). The server runs it
 * after each saved check-in, and on a schedule. One that fails is claimed again later.
 */
export default async function summarizeCheckIns(request: Request, context: FunctionContext): Promise<Response> {
  if (request.method !== 'POST') return refusal(405, 'Only POST', { Allow: 'POST' })
  if (!isService(request, context)) return refusal(403, 'Only with the secret key')
  const service = serviceClient(context)
  let summarized = 0
  const failures = new Failures()
  let claimed: readonly ClaimedCheckIn[]
  do {
    claimed = await claimCheckIns(service, MAX_CONCURRENT)
    await failures.each(claimed, async (one) => {
      if (one.failure !== null) throw new Error(one.failure)
      const pair = await readCheckIns(service, one)
      const summary = pair && (await summaryOf(pair, one, context, request.signal))
      if (summary === undefined) return
      await storeSummary(service, one, summary)
      summarized++
    })
  } while (claimed.length > 0 && !request.signal.aborted)
  return json(failures.report(context), { summarized })
}

/** @returns undefined without a summary, when the model should be tried again later */
async function summaryOf(
  pair: CheckInPair,
  { attempt, user_id }: ClaimedCheckIn,
  context: FunctionContext,
  signal: AbortSignal,
): Promise<string | undefined> {
  const model = modelOf(context)
  if (!model || attempt > MODEL_ATTEMPTS) return coachSummary(pair)
  if ((await takeModelBudget(context, user_id)) !== 'taken') return coachSummary(pair)
  const summary = await modelSummary(model, pair, signal, (usage) =>
    context.waitUntil(recordModelUsage(context, { founder: user_id, purpose: 'summary', usage })),
  )
  if (summary !== undefined || signal.aborted) return summary
  return attempt === MODEL_ATTEMPTS ? coachSummary(pair) : undefined
}
