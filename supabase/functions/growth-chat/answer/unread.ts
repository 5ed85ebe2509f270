import type { AskingFounder } from '../founder-queries.ts'
import type { Query } from '../query.ts'
import { CUSTOMERS } from '../understand/lexicon.ts'
import { stem } from '../understand/names.ts'
import { phraseWords } from '../understand/phrase.ts'
import { plain } from '../understand/plain.ts'
import { writeMarkdown, type Answer } from './answer.ts'
import { foundLine, keyOf, searchRecords, withReply } from './search.ts'

/** Subjects that take any words, or are about none of the records; what is outside says so first. */
const ANY = new Set('write document follow define talk calendar outside'.split(' '))
/** Share of what is left out that a record must have. */
const MIN_COVERAGE = 0.7
/** Words for those who pay stand for conversions too, which an answer says instead. */
const PAYING: ReadonlySet<string> = new Set(CUSTOMERS.split('|').map(stem))

/** What a question names of the founder's own records, where an answer to it says nothing of that; else none. */
function unreadIn(answer: Answer, { intent, named, telling, person }: Query): readonly string[] {
  const said = new Set(phraseWords(writeMarkdown(answer)).map(stem))
  // A call has a topic and a time: what else is asked of it, somebody has written.
  const asked = intent === 'calls.topic' ? [...named, ...telling] : named
  const names = [
    ...asked.filter((word) => !PAYING.has(stem(word))),
    ...(person === undefined ? [] : phraseWords(person)),
  ]
  return names.some((word) => said.has(stem(plain(word)))) ? [] : names
}

/**
 * An answer that says nothing of what the question names has read only a part of it: what the founder's records say of
 * that comes first then, and the answer after it.
 */
export async function withUnread(answer: Answer, query: Query, founder: AskingFounder): Promise<Answer> {
  const [subject = ''] = query.intent.split('.')
  // Advice begins with the records on its words, and a verdict on a loop weighs it.
  const isRead = query.asksVerdict ? query.loops.length > 0 : subject === 'advice'
  if (ANY.has(subject) || isRead || query.suppositions.length > 0) return answer
  const unread = unreadIn(answer, query)
  if (unread.length === 0) return answer
  // "The harbour master of Bilbao" has words of a loop, and means none.
  const [best, ...others] = [
    ...(await searchRecords(query.about, founder, undefined, MIN_COVERAGE, query.telling)).found,
    ...(await searchRecords(unread, founder, undefined, MIN_COVERAGE, query.telling)).found,
  ].filter((one) => unread.some((word) => foundLine(one).toLowerCase().includes(stem(word))))
  if (!best) return answer
  return {
    ...answer,
    line: withReply(best, foundLine(best, unread), founder),
    evidence: [
      ...others
        .filter((one) => keyOf(one) !== keyOf(best))
        .slice(0, 1)
        .map((one) => foundLine(one, unread)),
      ...(subject === 'records' ? [] : [answer.line, ...(answer.evidence ?? [])]),
    ],
    isList: false,
  }
}
