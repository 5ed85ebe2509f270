import { queryOptions, useMutation } from '@tanstack/react-query'
import type { GoalPeriod } from '../../../../domain/goals.ts'
import { addressed, DEFAULT_RECIPIENTS, SQUAD } from '../../../../domain/squad.ts'
import type { DecisionProposal, Proposal } from '../../../../domain/proposals.ts'
import { requestAction, type Action } from '../../ui/actions.ts'
import { tables } from '../../lib/session/client.ts'
import { readDraft, useDraft, writeDraft } from '../../lib/offline/drafts.ts'
import { keys } from '../../lib/data/keys.ts'
import { rowsById } from '../../lib/data/rows-by-id.ts'
import { texts } from '../../lib/texts/texts.ts'
import { toastError } from '../../lib/texts/toasts.ts'
import { unlessStored } from '../../lib/data/use-optimistic.ts'
import { kept } from '../../lib/offline/kept-query.ts'

/**
 * The id of the row that a proposal becomes: the same on each device and after a reload, so that it is stored once.
 * A UUID of version 8, made of the answer's own id.
 * @param message the id of an answer: a UUID, or one followed by `:assistant`
 */
export function proposedId(message: string, index: number): string {
  const [uuid = ''] = message.split(':')
  return `${uuid.slice(0, 14)}8${uuid.slice(15, -1)}${index}`
}

/** A goal of the founder's. */
export interface OwnGoal {
  readonly id: string
  readonly text: string
  readonly period: GoalPeriod
  readonly completed: boolean
}

/** The founder's own goals among `ids`, even for an admin, who may read others. */
export const ownGoalsQuery = (user: string, ids: readonly string[]) =>
  kept(
    queryOptions({
      // Refetched with the goals.
      queryKey: [...keys.goals.every(user), 'proposed', ...ids],
      queryFn: async () => {
        const goals = (await tables()).from('goals').select('id, text, period, completed').eq('user_id', user)
        return (await goals.in('id', ids).throwOnError()).data
      },
      select: rowsById,
      enabled: ids.length > 0,
    }),
  )

/** Which of the proposed messages are stored. */
export const proposedMessagesQuery = (user: string, ids: readonly string[]) =>
  kept(
    queryOptions({
      // Refetched with the messages.
      queryKey: [...keys.squadMessages.every(user), 'proposed', ...ids],
      queryFn: async () => {
        const messages = (await tables()).from('squad_messages').select('id').eq('user_id', user)
        return (await messages.in('id', ids).throwOnError()).data
      },
      select: rowsById,
      enabled: ids.length > 0,
    }),
  )

/** The message and its recipients, which are those that the founder chose last on the squad's screen. */
export function addressedToSquad(user: string, text: string) {
  const chosen = readDraft(user, 'choice:squad-recipients', DEFAULT_RECIPIENTS)
  const recipients = chosen.length > 0 ? chosen : DEFAULT_RECIPIENTS
  return {
    content: addressed(recipients, text),
    names: SQUAD.filter(({ id }) => recipients.includes(id)).map(({ name }) => name),
  }
}

interface ProposedGoal {
  readonly id: string
  readonly text: string
  readonly period: GoalPeriod
}

/** Stores a proposed goal once, however often and wherever it is pressed. */
export const useAddProposedGoal = (user: string) =>
  useMutation({
    meta: { writes: [keys.goals.every(user)] },
    mutationFn: async (goal: ProposedGoal) => {
      const row = { user_id: user, completed: false, ...goal }
      await (await tables()).from('goals').insert(row).throwOnError().then(undefined, unlessStored)
    },
    onError: () => toastError(texts.goals.createFailed),
  })

export const useRemoveProposedGoal = (user: string) =>
  useMutation({
    meta: { writes: [keys.goals.every(user)] },
    mutationFn: async (id: string) => (await tables()).from('goals').delete().eq('id', id).throwOnError(),
    onError: () => toastError(texts.goals.deleteFailed),
  })

const NONE: readonly string[] = []

/** The goals that were marked as done under an answer in this tab: they are shown there, with Undo. */
export const useMarkedGoals = (user: string) => useDraft(user, 'choice:marked-goals', NONE)

/** Marks a goal as done, or opens it again. */
export function useSetGoalDone(user: string) {
  const [, setMarked] = useMarkedGoals(user)
  return useMutation({
    meta: { writes: [keys.goals.every(user)] },
    mutationFn: async ({ id, completed }: Pick<OwnGoal, 'id' | 'completed'>) => {
      const goals = (await tables()).from('goals').update({ completed })
      await goals.eq('user_id', user).eq('id', id).throwOnError()
    },
    // Before the refetch: a goal that is done, and was not marked here, is hidden.
    onMutate: ({ id }) => setMarked((marked) => (marked.includes(id) ? marked : [...marked, id])),
    onError: () => toastError(texts.goals.updateFailed),
  })
}

/** Action and screen of each proposal that is confirmed in a form of its own. */
const forms = {
  'check-in': { action: 'check-in', to: '/' },
  decision: { action: 'decision', to: '/brain?tab=decisions' },
  message: { action: 'message', to: '/chat?tab=squad' },
  call: { action: 'call', to: undefined },
} as const satisfies Record<string, { action: Action; to: string | undefined }>

/** Puts a text into the squad's field, behind what is typed there. */
export function fillInMessage(user: string, text: string): void {
  const typed = readDraft(user, 'squad', '')
  if (!typed.includes(text)) writeDraft(user, 'squad', [typed, text].filter(Boolean).join('\n'))
}

/** Fills in what is empty in the form of a decision, unless another decision is typed there. */
function fillInDecision(user: string, { text, reason = '', reviewOn }: DecisionProposal): void {
  const typed = readDraft<{ title?: string; reason?: string; reviewOn?: string | null }>(user, 'decision', {})
  const title = typed.title?.trim() ? typed.title : text
  if (title !== text) return
  writeDraft(user, 'decision', {
    ...typed,
    title,
    reason: typed.reason?.trim() ? typed.reason : reason,
    ...(reviewOn && { reviewOn: typed.reviewOn ?? reviewOn }),
  })
}

/**
 * Opens the form for a proposal, filled in behind what is typed there already; that of a check-in is filled in before,
 * as the founder chooses.
 * @returns the screen of the form; undefined when it opens on any
 */
export function openForm(user: string, proposal: Exclude<Proposal, { kind: 'goal' | 'done' }>): string | undefined {
  if (proposal.kind === 'message') fillInMessage(user, proposal.text)
  if (proposal.kind === 'decision') fillInDecision(user, proposal)
  const { action, to } = forms[proposal.kind]
  requestAction(action)
  return to
}
