import { queryOptions } from '@tanstack/react-query'
import { EMPTY_CHECK_IN, type CheckInForm } from '../../lib/data/check-in-form.ts'
import type { CheckInProposal } from '../../../../domain/proposals.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import { tables } from '../../lib/session/client.ts'
import { readDraft, writeDraft } from '../../lib/offline/drafts.ts'
import { keys } from '../../lib/data/keys.ts'
import { kept } from '../../lib/offline/kept-query.ts'

/** Whether a week has its check-in. */
export const hasCheckInQuery = (user: string, week: IsoDate) =>
  kept(
    queryOptions({
      // Refetched with the check-ins.
      queryKey: [...keys.checkIns.every(user), 'has', week],
      queryFn: async () => {
        const checkIns = (await tables()).from('weekly_checkins').select('id').eq('user_id', user)
        return (await checkIns.eq('week_of', week).throwOnError()).data.length > 0
      },
      refetchOnWindowFocus: 'always',
    }),
  )

/** Fields of the check-in's form that a proposal may change. */
export type FillIn = 'empty-fields' | 'all'

const TEXTS = ['wins', 'blockers', 'next_priority'] as const

/** The form of the check-in, as it is typed. */
const typedCheckIn = (user: string): CheckInForm => ({
  ...EMPTY_CHECK_IN,
  ...readDraft(user, 'check-in', EMPTY_CHECK_IN),
})

/** The mood counts as typed when it is not the usual one, or a text is typed: the usual one may have been chosen then. */
const isStarted = (typed: CheckInForm): boolean =>
  typed.mood !== EMPTY_CHECK_IN.mood || TEXTS.some((name) => typed[name].trim() !== '')

function filledIn(typed: CheckInForm, proposal: CheckInProposal, how: FillIn): CheckInForm {
  const form = { ...typed }
  if (proposal.mood !== null && (how === 'all' || !isStarted(typed))) form.mood = proposal.mood
  for (const name of TEXTS)
    if (proposal[name] !== '' && (how === 'all' || typed[name].trim() === '')) form[name] = proposal[name]
  return form
}

/** Whether the founder has to choose: something is typed, and a proposal would change it. */
export function wouldChangeCheckIn(user: string, proposal: CheckInProposal): boolean {
  const typed = typedCheckIn(user)
  return isStarted(typed) && JSON.stringify(filledIn(typed, proposal, 'all')) !== JSON.stringify(typed)
}

export function fillInCheckIn(user: string, proposal: CheckInProposal, how: FillIn): void {
  writeDraft(user, 'check-in', filledIn(typedCheckIn(user), proposal, how))
}
