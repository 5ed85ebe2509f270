import { queryOptions, useMutation } from '@tanstack/react-query'
import { tables } from '../../../lib/session/client.ts'
import { toastError, toastSuccess } from '../../../lib/texts/toasts.ts'
import { invitationTexts } from './invitation-texts.ts'

export interface Invitation {
  readonly id: string
  readonly email: string
  readonly created_at: string
  /** Null until its mail was accepted by the mail server. */
  readonly sent_at: string | null
  readonly expires_at: string | null
  /** When its mail is tried (again); null when it is not. */
  readonly due_at: string | null
  readonly attempts: number
}

export const INVITATIONS_KEY = ['admin', 'invitations']

async function selectInvitations(): Promise<Invitation[]> {
  const invitations = (await tables())
    .from('founder_invitations')
    .select('id, email, created_at, sent_at, expires_at, due_at, attempts')
    .order('created_at', { ascending: false })
    .order('id')
  return (await invitations.throwOnError()).data
}

/** All that are not accepted yet, newest first; the database has at most 1,000, as many as one answer. */
export const invitationsQuery = queryOptions({
  queryKey: INVITATIONS_KEY,
  queryFn: selectInvitations,
  meta: { failed: invitationTexts.loadFailed },
})

const reasons: Readonly<Record<string, string>> = {
  '54000': invitationTexts.tooMany,
  P0001: invitationTexts.tooSoon,
}
const toastFailure = (failed: string, gone: string) => (error: unknown) => {
  const { code = '' } = error as { code?: string }
  toastError(code === 'P0002' ? gone : (reasons[code] ?? failed))
}

export interface Invited {
  readonly addresses: readonly string[]
  readonly words: string
  readonly label: string | null
}

/** @returns the addresses by what was done with each */
async function inviteFounders({ addresses, words, label }: Invited) {
  const invited = (await tables()).rpc('invite_founders', {
    addresses: [...addresses],
    ...(words.trim() !== '' && { words }),
    ...(label !== null && { label }),
  })
  const { data } = await invited.throwOnError()
  const by = (wanted: string) => data.flatMap(({ email, outcome }) => (outcome === wanted ? email : []))
  return { invited: by('invited'), before: by('invited before'), known: by('has an account'), wrong: by('no address') }
}

export const useInviteFounders = () =>
  useMutation({
    mutationFn: inviteFounders,
    meta: { writes: [INVITATIONS_KEY] },
    onError: toastFailure(invitationTexts.failed, invitationTexts.labelGone),
  })

export const useSendAgain = () =>
  useMutation({
    mutationFn: async (invitation: string) =>
      void (await (await tables()).rpc('send_invitation_again', { invitation }).throwOnError()),
    meta: { writes: [INVITATIONS_KEY] },
    onSuccess: () => toastSuccess(invitationTexts.sent),
    onError: toastFailure(invitationTexts.sendFailed, invitationTexts.gone),
  })

export const useWithdraw = () =>
  useMutation({
    mutationFn: async (invitation: string) =>
      void (await (await tables()).rpc('withdraw_invitation', { invitation }).throwOnError()),
    meta: { writes: [INVITATIONS_KEY] },
    onSuccess: () => toastSuccess(invitationTexts.withdrawn),
    onError: toastFailure(invitationTexts.withdrawFailed, invitationTexts.gone),
  })
