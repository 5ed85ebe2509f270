import { json, refusal, serviceClient, type FunctionContext } from '../_shared/function.ts'
import { isService } from '../_shared/is-service.ts'
import { takeModelTurn } from '../_shared/model-budget.ts'
import { modelOf } from '../_shared/model.ts'
import { claimCheckIns, readCheckIns, storeSummary, type CheckInPair, type ClaimedCheckIn } from './check-in.ts'
import { coachSummary } from './coach.ts'
import { modelSummary } from './model-summary.ts'

/** Check-ins that are summarized side by side. */
const AT_ONCE = 10
/** Attempts with the model, over a quarter of an hour; then the built-in coach writes, so that a summary comes in any case. */
const MODEL_ATTEMPTS = 5

/**
 * `POST`, with the secret key: writes the summaries that saved check-ins wait for (SPEC section 3). Run by the server
 * when a check-in was saved, and on a schedule.
 */
export default async function summarizeCheckIns(request: Request, context: FunctionContext): Promise<Response> {
  if (request.method !== 'POST') return refusal(405, 'Only POST', { Allow: 'POST' })
  if (!isService(request, context)) return refusal(403, 'Only with the secret key')
  const service = serviceClient(context)
  let summarized = 0
  let claimed: readonly ClaimedCheckIn[]
  do {
    claimed = await claimCheckIns(service, AT_ONCE)
    const results = await Promise.allSettled(
      claimed.map(async (one) => {
        const pair = await readCheckIns(service, one)
        const summary = pair && (await summaryOf(pair, one, context, request.signal))
        if (summary === undefined) return
        await storeSummary(service, one, summary)
        summarized++
      }),
    )
    // One that fails does not keep the others from theirs; it is handed out again.
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
  } while (claimed.length > 0 && !request.signal.aborted)
  return json(200, { summarized })
}

/** @returns undefined when there is none yet, and the model is to be asked again later */
async function summaryOf(
  pair: CheckInPair,
  { attempt, user_id }: ClaimedCheckIn,
  context: FunctionContext,
  signal: AbortSignal,
): Promise<string | undefined> {
  const model = modelOf(context)
  if (!model || attempt > MODEL_ATTEMPTS) return coachSummary(pair)
  if ((await takeModelTurn(context, user_id)) !== 'taken') return coachSummary(pair)
  const summary = await modelSummary(model, pair, signal)
  if (summary !== undefined || signal.aborted) return summary
  return attempt === MODEL_ATTEMPTS ? coachSummary(pair) : undefined
}
