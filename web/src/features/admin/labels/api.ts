import { queryOptions, useMutation } from '@tanstack/react-query'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import { tables } from '../../../lib/session/client.ts'
import { toastError } from '../../../lib/texts/toasts.ts'
import { labelTexts } from './label-texts.ts'

export interface Label {
  readonly id: string
  readonly name: string
  /** How many founders have it. */
  readonly founders: number
}

// Here instead of lib/data/keys.ts: that is loaded with every screen.
const ALL = ['admin', 'labels', 'all']
const ofFounder = (founder: string) => ['admin', 'labels', 'of', founder]
/** The labels, who has them, and lists that show them. */
const writes = [['admin', 'labels'], adminKeys.cohort]

async function listLabels(): Promise<Label[]> {
  return (await (await tables()).rpc('list_labels').throwOnError()).data
}

/** All labels by name. */
export const labelsQuery = queryOptions({
  queryKey: ALL,
  queryFn: listLabels,
  meta: { failed: labelTexts.loadFailed },
})

async function selectLabelsOf(founder: string): Promise<Set<string>> {
  const labelled = (await tables()).from('labelled_founders').select('label').eq('user_id', founder)
  return new Set((await labelled.throwOnError()).data.map(({ label }) => label))
}

/** The ids of a founder's labels. */
export const labelsOfQuery = (founder: string) =>
  queryOptions({
    queryKey: ofFounder(founder),
    queryFn: () => selectLabelsOf(founder),
    meta: { failed: labelTexts.loadFailed },
  })

const reasons: Readonly<Record<string, string>> = {
  '23505': labelTexts.exists,
  '54000': labelTexts.tooMany,
  P0002: labelTexts.gone,
  // An update that found no row.
  PGRST116: labelTexts.gone,
}
const reasonOf = (error: unknown) => reasons[(error as { code?: string }).code ?? '']
export const isGone = (error: unknown) => reasonOf(error) === labelTexts.gone
const toastFailure = (failed: string) => (error: unknown) => toastError(reasonOf(error) ?? failed)

async function insertLabel(name: string): Promise<string> {
  const inserted = (await tables()).from('founder_labels').insert({ name }).select('id').single()
  return (await inserted.throwOnError()).data.id
}

export const useAddLabel = () =>
  useMutation({ meta: { writes }, mutationFn: insertLabel, onError: toastFailure(labelTexts.addFailed) })

export const useRenameLabel = () =>
  useMutation({
    meta: { writes },
    mutationFn: async ({ id, name }: Pick<Label, 'id' | 'name'>) =>
      (await tables()).from('founder_labels').update({ name }).eq('id', id).select('id').single().throwOnError(),
    onError: toastFailure(labelTexts.renameFailed),
  })

export const useDeleteLabel = () =>
  useMutation({
    meta: { writes },
    mutationFn: async (id: string) => (await tables()).from('founder_labels').delete().eq('id', id).throwOnError(),
    onError: toastFailure(labelTexts.deleteFailed),
  })

export interface LabelChange {
  readonly label: string
  readonly founders: readonly string[]
  /** Whether they get it, or lose it. */
  readonly is_on: boolean
}

async function labelFounders({ founders, ...change }: LabelChange): Promise<string[]> {
  const changed = (await tables()).rpc('label_founders', { ...change, founders: [...founders] })
  return (await changed.throwOnError()).data
}

/** Returns the founders who did not have it before, or had it. */
export const useLabelFounders = () =>
  useMutation({ meta: { writes }, mutationFn: labelFounders, onError: toastFailure(labelTexts.labelFailed) })
