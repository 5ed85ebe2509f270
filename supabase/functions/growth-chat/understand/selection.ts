import type { RecordReference } from '../../../../domain/records.ts'
import type { Query, Selection } from '../query.ts'
import { isAsking } from './common-words.ts'
import { phraseWords } from './phrase.ts'

const FIRST = /\b(?:first|next|soonest|earliest)\b/i
const PASSED = /\b(?:passed|already (?:over|due)|expired)\b/i
const OLDEST = /\bolder one\b|\boldest (?:one|of (?:these|those|them))\b/i
const NEWEST = /\b(?:newer|latest) one\b|\bnewest (?:one|of (?:these|those|them))\b/i
const WHICH = /\b(?:which|just|only|those)\b/i

/** What a message chooses of the records that are shown. */
export function selectionOf(records: readonly RecordReference[], asked: Query): Selection {
  const { dictated, concepts } = asked
  return {
    records,
    asked,
    words: phraseWords(dictated).filter((word) => word.length > 2 && !isAsking(word)),
    isFirstDue: concepts.has('due') && FIRST.test(dictated),
    isDue: concepts.has('due') || concepts.has('overdue') || PASSED.test(dictated),
    age: OLDEST.test(dictated) ? 'oldest' : NEWEST.test(dictated) ? 'newest' : undefined,
    isNamesOnly: WHICH.test(dictated),
  }
}
