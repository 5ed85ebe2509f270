import { moodLabel } from '../../../../domain/check-ins.ts'
import { formatDate } from '../../../../domain/dates.ts'
import { repeatedWords } from '../words.ts'
import type { DocumentCheckIn, DocumentRecords } from './records.ts'
import { counted, enumerated, reference } from '../text.ts'
import { quoted } from './text.ts'

type CheckIns = Pick<DocumentRecords, 'checkIns' | 'earlierCheckIn'>

/** Words that an agenda names at most. */
const MAX_RECURRING = 3

const weekName = (checkIn: DocumentCheckIn): string => formatDate(checkIn.week_of) + reference('check-in', checkIn)

/** In the order of time, as a report is read. */
const inOrder = ({ checkIns }: CheckIns): readonly DocumentCheckIn[] => checkIns.toReversed()

export const winLines = (records: CheckIns): string[] =>
  inOrder(records)
    .filter(({ wins }) => wins.trim() !== '')
    .map((checkIn) => `Week of ${weekName(checkIn)}: ${quoted(checkIn.wins)}`)

export const blockerLines = (records: CheckIns): string[] =>
  inOrder(records)
    .filter(({ blockers }) => blockers.trim() !== '')
    .map((checkIn) => `Week of ${weekName(checkIn)}: ${quoted(checkIn.blockers)}`)

export function moodLines(records: CheckIns): string[] {
  const { checkIns } = records
  if (checkIns.length === 0) return []
  const average = checkIns.reduce((sum, { mood }) => sum + mood, 0) / checkIns.length
  return [
    `On average ${average.toFixed(1)} of 5, in ${counted(checkIns.length, 'check-in')}`,
    ...inOrder(records).map(
      (checkIn) => `Week of ${weekName(checkIn)}: ${moodLabel(checkIn.mood)}, ${checkIn.mood} of 5`,
    ),
  ]
}

/** The next priority of the last check-in. */
export function priorityLine({ checkIns, earlierCheckIn }: CheckIns): string[] {
  const last = checkIns[0] ?? earlierCheckIn
  return last && last.next_priority.trim() !== ''
    ? [`${quoted(last.next_priority)}, from the week of ${weekName(last)}`]
    : []
}

/** The words that more than one check-in has among its blockers, and the last blocker as it was written. */
export function recurringBlockerLines(records: CheckIns): string[] {
  const blocked = inOrder(records).filter(({ blockers }) => blockers.trim() !== '')
  const recurring = repeatedWords(blocked.map(({ blockers }) => blockers)).slice(0, MAX_RECURRING)
  if (recurring.length === 0) return []
  const last = blocked.at(-1)
  return [
    ...recurring.map(({ word, texts }) => {
      const weeks = blocked.filter((_, index) => texts.includes(index)).map(weekName)
      return `${quoted(word)}, in ${texts.length} of ${counted(records.checkIns.length, 'check-in')}: weeks of ${enumerated(weeks)}`
    }),
    ...(last ? [`Last, in the week of ${weekName(last)}: ${quoted(last.blockers)}`] : []),
  ]
}
