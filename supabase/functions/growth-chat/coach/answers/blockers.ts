import { formatDate } from '../../../../../domain/dates.ts'
import { repeatedWords, subjectWords } from '../../../../../domain/words.ts'
import type { CheckIn } from '../../../_shared/founder-records.ts'
import type { Answer } from '../answer.ts'
import { counted, enumerated, from, quoted, weekName } from '../text.ts'
import { plain } from '../understand/plain.ts'
import { hasTerm, termsOf } from '../understand/terms.ts'
import { blockerLine, QUOTED_TOGETHER, USUAL, weekLine, type Scope } from './check-in-lines.ts'

export function blockers(text: string, checkIns: readonly CheckIn[], { label }: Scope, isSeveral: boolean): Answer {
  const blocked = checkIns.filter((checkIn) => checkIn.blockers.trim() !== '')
  const [latest] = checkIns
  if (!latest || blocked.length === 0) {
    return {
      line: `You named **no blocker** ${isSeveral ? label : 'at your last check-in'}.`,
      evidence: checkIns.map(weekLine),
      next: 'use the free road: finish the goal that has been open longest.',
    }
  }
  const next =
    'write to the one person who could remove it, today, in three sentences: what stands still, what you need, by when.'
  const [word] = repeatedWords(blocked.map((checkIn) => checkIn.blockers))
  if (
    isSeveral &&
    word &&
    (blocked.length > 3 ||
      /\boften\b|\bfrequent|\bcommon\b|\bkeeps?\b|\brecurring\b|\busually\b|\bmain\b|\bbiggest\b/.test(text))
  ) {
    const weeks = blocked.filter((checkIn) => subjectWords(checkIn.blockers).includes(word.word))
    return {
      line: `Most often “${word.word}”: it is in the blockers of **${word.times} of ${checkIns.length}** check-ins${label.startsWith('in all') ? '' : ` ${label}`}.`,
      evidence: weeks.map(blockerLine),
      next: 'what returns needs a decision: log one in Founder Brain that ends it.',
      proposals: [{ kind: 'decision', text: `How we end what blocks us: ${word.word}` }],
    }
  }
  if (isSeveral) {
    const [first, ...others] = blocked
    return {
      line: first
        ? `Your blockers ${label}: ${enumerated(blocked.slice(0, QUOTED_TOGETHER).map((checkIn) => quoted(checkIn.blockers)))}.`
        : '',
      evidence: [first, ...others].flatMap((checkIn) => (checkIn ? [blockerLine(checkIn)] : [])),
      next,
    }
  }
  const current = blocked[0] ?? latest
  return {
    line:
      current === latest
        ? `Your blocker is ${quoted(current.blockers)}, from the check-in of the week of ${weekName(current)}.`
        : `You named no blocker at your last check-in; before that it was ${quoted(current.blockers)}.${from('check-in', current)}`,
    evidence: [
      ...(word
        ? [`“${word.word}” is in the blockers of ${word.times} of your last ${counted(checkIns.length, 'check-in')}.`]
        : []),
      ...blocked.slice(1).map(blockerLine),
    ],
    next,
  }
}

/** "Since when has onboarding been a blocker?": the first of the check-ins that have it. */
export function blockedSince(text: string, checkIns: readonly CheckIn[]): Answer | undefined {
  const current = checkIns.find(({ blockers }) => blockers.trim() !== '')
  const asked = [
    ...termsOf(text),
    ...(BLOCKING.exec(text)?.groups?.['what'] ? [BLOCKING.exec(text)?.groups?.['what'] ?? ''] : []),
  ]
  // "Since when?" means the blocker of now, by the word that it shares with the weeks before.
  const [repeated] = repeatedWords(checkIns.slice(0, USUAL).map(({ blockers }) => blockers))
  const terms = asked.length > 0 ? asked : repeated ? [repeated.word] : current ? termsOf(plain(current.blockers)) : []
  const isOf = (checkIn: CheckIn, field: (one: CheckIn) => string) =>
    terms.length > 0 && terms.every((term) => hasTerm(plain(field(checkIn)), term))
  const inBlockers = checkIns.filter((checkIn) => isOf(checkIn, ({ blockers }) => blockers))
  const found =
    inBlockers.length > 0
      ? inBlockers
      : checkIns.filter((checkIn) => isOf(checkIn, ({ wins, next_priority }) => `${wins} ${next_priority}`))
  const first = found.at(-1)
  if (!first) return undefined
  return {
    line: `${quoted(terms.join(' '))} is in your check-ins since **${formatDate(first.week_of)}**${from('check-in', first)}, in ${counted(found.length, 'week')} of ${checkIns.length}.`,
    evidence:
      inBlockers.length > 0 ? [blockerLine(first), ...inBlockers.slice(0, -1).map(blockerLine)] : found.map(weekLine),
    next: 'what returns needs a decision: log one in Founder Brain that ends it.',
  }
}

const BLOCKING =
  /\b(?:did|does|was|were|is|has) (?<what>\p{L}{3,}) (?:block|(?:been )?an? (?:blocker|problem)|in the way)/u
