import { queryOptions, useMutation, type QueryKey } from '@tanstack/react-query'
import type { Json } from '../../../../domain/database.types.ts'
import { adminKeys } from '../../lib/data/admin-keys.ts'
import { keys } from '../../lib/data/keys.ts'
import { tables } from '../../lib/session/client.ts'
import { toastError } from '../../lib/texts/toasts.ts'
import { KINDS, type Kind } from './columns.ts'
import { importTexts } from './import-texts.ts'
import type { PreparedLine } from './prepare-types.ts'

/** Of the features alone: `keys.ts` is loaded with every screen. */
const importKeys = {
  every: (founder: string) => ['imports', founder],
  recent: (founder: string) => ['imports', founder, 'recent'],
  known: (founder: string, batch: string) => ['imports', founder, 'known', batch],
}

export interface RecentImport {
  readonly batch: string
  readonly kind: Kind
  readonly added: number
  readonly created_at: string
}

/** The imports for a founder that can be undone, newest first. */
export const recentImportsQuery = (founder: string) =>
  queryOptions({
    queryKey: importKeys.recent(founder),
    queryFn: async (): Promise<RecentImport[]> => {
      const { data } = await (await tables()).rpc('recent_imports', { founder }).throwOnError()
      return data.flatMap((row) => KINDS.filter((kind) => kind === row.kind).map((kind) => ({ ...row, kind })))
    },
    meta: { failed: importTexts.recentFailed },
  })

/** A file that is imported for a founder. */
export interface Batch {
  readonly founder: string
  /** Its id; the same again adds nothing. */
  readonly batch: string
  readonly kind: Kind
  /** Lines without a problem. */
  readonly lines: readonly PreparedLine[]
}

const recordsOf = ({ lines }: Batch): Json[] => lines.map(({ record }) => record ?? {})

/** The ids of the lines that would be skipped: the founder has their record already. */
export const knownLinesQuery = (given: Batch) =>
  queryOptions({
    queryKey: importKeys.known(given.founder, given.batch),
    queryFn: async () => {
      const { founder, kind, lines } = given
      const known = (await tables()).rpc('preview_import', { kind, lines: recordsOf(given), founder })
      const { data } = await known.throwOnError()
      return new Set(data.flatMap((line) => lines[line - 1]?.id ?? []))
    },
    retry: false,
  })

interface ServerError {
  readonly code?: string
  readonly message?: string
  readonly hint?: string
}

/** Why the server refused an import or its preview; undefined when it did not say. */
export function refusalOf(error: unknown): string | undefined {
  const { code = '', message = '', hint } = error as ServerError
  if (hint === 'totals_needed') return importTexts.totalsNeeded
  if (code === 'over_request_rate_limit') return importTexts.tooMany(message)
  if (code === 'request_entity_too_large') return importTexts.tooMuchText
  if (code === '57014') return importTexts.tooSlow
  if (code === '54000') return importTexts.isFull
  return /^(?:22|23)\w{3}$|^P0001$/.test(code) ? importTexts.refused(message) : undefined
}

/** What an import adds to: of the founder's own screens, and of the admins'. */
const changedBy = (founder: string): QueryKey[] => [
  importKeys.every(founder),
  keys.goals.every(founder),
  keys.decisions.every(founder),
  keys.checkIns.every(founder),
  keys.loops(founder),
  keys.thisWeek(founder),
  adminKeys.founder(founder),
  adminKeys.summary(founder),
  adminKeys.timeline(founder),
  adminKeys.cohort,
  adminKeys.dashboard,
]

export interface Imported {
  readonly added: number
  readonly skipped: number
}

export const useImport = (founder: string) =>
  useMutation({
    meta: { writes: changedBy(founder) },
    mutationFn: async (given: Batch) => {
      const { batch, kind } = given
      const stored = (await tables()).rpc('import_records', { batch, kind, lines: recordsOf(given), founder })
      const imported = (await stored.throwOnError()).data as unknown as Imported | { readonly refused: ServerError }
      if ('refused' in imported) throw Object.assign(new Error(imported.refused.message), imported.refused)
      return imported
    },
    onError: (error) => toastError(refusalOf(error) ?? importTexts.importFailed),
  })

export interface Undone {
  readonly removed: number
  readonly kept: number
}

export const useUndoImport = (founder: string) =>
  useMutation({
    meta: { writes: changedBy(founder) },
    mutationFn: async (batch: string) =>
      (await (await tables()).rpc('undo_import', { batch }).throwOnError()).data as unknown as Undone,
    onError: (error) =>
      toastError((error as ServerError).code === 'P0002' ? importTexts.tooLate : importTexts.undoFailed),
  })
