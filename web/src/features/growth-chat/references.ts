import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { withoutMarks } from '../../../../domain/answer-marks.ts'
import { RECORD_KINDS, REFERENCES, type RecordKind } from '../../../../domain/records.ts'
import { tables } from '../../lib/session/client.ts'
import { keys } from '../../lib/data/keys.ts'
import { rowsById } from '../../lib/data/rows-by-id.ts'
import { kept } from '../../lib/offline/kept-query.ts'

/** A record that an answer refers to. */
export interface FounderRecord {
  readonly id: string
  readonly kind: RecordKind
  readonly title: string
  /** Period of a goal. */
  readonly period: string | null
}

/** Records of one answer that are looked up at most. */
const MAX_RECORDS = 100

/** The ids of the records that a text refers to, unique and sorted. */
export const recordsIn = (text: string): string[] =>
  [...new Set(Array.from(text.matchAll(REFERENCES), ({ groups }) => groups?.['id'] ?? ''))].slice(0, MAX_RECORDS).sort()

/** The founder's own records among `ids`, even for an admin, who may read others. */
export const recordsQuery = (user: string, ids: readonly string[]) =>
  kept(
    queryOptions({
      queryKey: keys.cofounder.records(user, ids),
      queryFn: async () => {
        const records = (await tables()).from('founder_records').select('id, kind, title, period')
        const { data } = await records.eq('user_id', user).in('id', ids).throwOnError()
        return data.filter(isRecord)
      },
      select: rowsById,
      enabled: ids.length > 0,
      // While an answer grows it refers to more records: those already loaded stay.
      placeholderData: keepPreviousData,
      staleTime: Infinity,
    }),
  )

const isRecord = (row: { id: string | null; kind: string | null; title: string | null }): row is FounderRecord =>
  row.id !== null && row.title !== null && RECORD_KINDS.some((kind) => kind === row.kind)

/** Removes an incomplete reference at the end. */
export const withoutHalfReference = (text: string): string => text.replace(/\[(?:\[[a-z-]*(?::[\da-f-]*\]?)?)?$/, '')

/** Matched only at the first blank: from each blank of a long row it would take seconds. */
const REFERENCE_AND_BLANKS = new RegExp(String.raw`(?<![ \t])[ \t]*\(?${REFERENCES.source}\)?`, 'g')

/** An answer's own words without references, for pasting elsewhere. */
export const withoutReferences = (text: string): string =>
  withoutHalfReference(withoutMarks(text)).replaceAll(REFERENCE_AND_BLANKS, '')
