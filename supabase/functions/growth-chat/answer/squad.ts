import { formatDate } from '../../../../domain/dates.ts'
import { daysBetween } from '../../../../domain/days.ts'
import { BOOKABLE } from '../../../../domain/squad.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import { FOUNDER_AS_SENDER, type SquadMessage } from '../../_shared/founder-records.ts'
import type { AskingFounder, BookedCall } from '../founder-queries.ts'
import type { Query } from '../query.ts'
import { counted, nameOf, quoted, titled } from '../text.ts'
import type { Answer, Answerer } from './answer.ts'
import { elsewhere, foundLine, nothingAbout, searchRecords } from './search.ts'

type Operation = (query: Query, founder: AskingFounder) => Promise<Answer | undefined> | Answer | undefined

const ASK_SQUAD =
  'write to the squad on the Growth Squad tab: one question, what you have tried, and by when you need the answer.'
/** What the squad said need not have every word of the question. */
const WEAK_COVERAGE = 0.3
const OF_PERSON = 0.15
const EVER = { from: '2000-01-01', to: '2999-12-31' } as const

/** Answers about notes, messages and calls: what the growth squad wrote, and when you talk. */
export const answerSquad: Answerer = async (query, founder) =>
  ({
    next: ASK_SQUAD,
    ...(await operations[query.intent]?.(query, founder)),
  }) as Answer

// Notes.

const NO_NOTES: Answer = {
  line: 'There are **no notes** in your records yet; your growth squad writes them.',
  evidence: ['Notes stand in Founder Brain, under Notes & Insights.'],
}

type TitledNote = { readonly id: string; readonly title: string; readonly date: IsoDate }
const noteLine = (note: TitledNote): string => `${titled('note', note, note.title)} of ${formatDate(note.date)}.`

const notes: Operation = async (query, founder) => {
  const { context, queries } = founder
  if (context.counts.notes === 0) return NO_NOTES
  const [span] = query.spans
  if (query.about.length > 0 || query.records.length > 0) return readNotes(query, founder)
  if (span && span.from <= context.today) {
    const { count, rows } = await queries.notes(span)
    return {
      line: `**${counted(count, 'note')}** ${span.label}, of ${context.counts.notes} in all.`,
      evidence: rows.map(noteLine),
      isList: true,
    }
  }
  if (query.which === 'first') return oldestNote(founder)
  const [latest] = context.notes
  return {
    line: `You have **${counted(context.counts.notes, 'note')}** of your growth squad${latest ? `; the newest is ${titled('note', latest, latest.title)} of ${formatDate(latest.date)}` : ''}.`,
    evidence: context.notes.map(noteLine),
    isList: query.intent === 'notes.list',
  }
}

async function oldestNote({ context, queries }: AskingFounder): Promise<Answer> {
  const hasAll = context.notes.length === context.counts.notes
  const last = context.notes.at(-1)
  let oldest: TitledNote | undefined = last
  for (let to = last?.date; !hasAll && to;) {
    const { count, rows } = await queries.notes({ from: '2000-01-01', to, label: '' })
    const next = rows.at(-1)
    if (!next || next.id === oldest?.id || next.date === to) break
    oldest = next
    to = count > rows.length ? next.date : undefined
  }
  return oldest
    ? { line: `Your oldest note is ${titled('note', oldest, oldest.title)} of **${formatDate(oldest.date)}**.` }
    : NO_NOTES
}

const lastNote: Operation = ({ about, records, which, ...query }, founder) => {
  const [latest] = founder.context.notes
  if (about.length > 0 || records.length > 0) return readNotes({ ...query, about, records, which }, founder)
  if (which === 'first') return oldestNote(founder)
  return latest
    ? {
        line: `Your last note is ${titled('note', latest, latest.title)} of ${formatDate(latest.date)}: ${quoted(latest.content, 220)}.`,
        evidence: founder.context.notes.slice(1).map(noteLine),
      }
    : NO_NOTES
}

/** What notes say about something, the best one quoted. */
const readNotes: Operation = async (query, founder) => {
  const { context } = founder
  if (context.counts.notes === 0) return NO_NOTES
  const known = query.records.find(({ kind }) => kind === 'note')
  const named = known && context.notes.find(({ id }) => id === known.id)
  const { found } = await searchRecords(query.about, founder, ['note'])
  const inTitle = found.filter(({ title }) =>
    query.about.some((word) => title.toLowerCase().includes(word.slice(0, 4))),
  )
  const about = inTitle.length > 0 ? inTitle : found
  const best = named ? { ...named, kind: 'note' as const, text: named.content, excerpt: '' } : about[0]
  if (!best) return query.about.length > 0 ? elsewhere(query.about, founder, 'note') : lastNote(query, founder)
  const many = about.length > 1 && !(named && !query.concepts.has('several'))
  return {
    line: many
      ? `**${counted(about.length, 'note')}** on that; the best match is ${titled('note', best, best.title)}: ${quoted(best.text || best.title, 220)}.`
      : foundLine(best, query.about),
    evidence: about.filter(({ id }) => id !== best.id).map(noteLine),
    next: 'take one sentence of it into this week’s goals.',
  }
}

// Messages.

const NO_MESSAGES: Answer = {
  line: 'There is **no message** between you and your growth squad yet.',
  evidence: ['They answer on the Growth Squad tab, and write notes into Founder Brain.'],
}

const senderOf = ({ sender }: Pick<SquadMessage, 'sender'>): string =>
  sender === FOUNDER_AS_SENDER ? 'You' : nameOf(sender)
const messageLine = (message: SquadMessage): string =>
  `${senderOf(message)} wrote on ${formatDate(message.date)}: ${quoted(message.content, 160)}.`

/** Messages of the squad, or of one person of it, newest first; also those beyond the context. */
async function messagesOf({ person, spans: [span] }: Query, { queries }: AskingFounder) {
  return queries.messages(span ?? EVER, person)
}

const lastMessage: Operation = async (query, founder) => {
  const { rows } = await messagesOf(query, founder)
  const ofSquad = rows.filter(({ sender }) => sender !== FOUNDER_AS_SENDER)
  const latest = query.which === 'first' && query.person ? ofSquad.at(-1) : ofSquad[0]
  if (!latest)
    return query.spans.length > 0
      ? {
          line: `There is **no message** of your squad ${query.spans[0]?.label ?? ''}.`,
          evidence: founder.context.messages.map(messageLine),
        }
      : NO_MESSAGES
  const mine = rows.find(({ sender }) => sender === FOUNDER_AS_SENDER)
  if (mine && query.concepts.has('answered'))
    return rows.indexOf(mine) < rows.indexOf(latest)
      ? {
          line: `**Not yet**: nobody has written after your message of ${formatDate(mine.date)}, ${quoted(mine.content, 160)}.`,
          evidence: [messageLine(latest)],
        }
      : {
          line: `**Yes**: ${messageLine(latest)}`,
          evidence: [messageLine(mine)],
        }
  return {
    line: `The ${query.which === 'first' ? 'first' : 'last'} message of your squad${query.person ? '' : ' is from'} ${query.person ? `from ${senderOf(latest)}` : senderOf(latest)} (${formatDate(latest.date)}): ${quoted(latest.content, 220)}.`,
    evidence: ofSquad.filter((one) => one !== latest).map(messageLine),
  }
}

/** What the squad, or one person, said about something: messages first, then notes. */
const said: Operation = async (query, founder) => {
  const { about: words } = query
  const { found } = await searchRecords(
    words,
    founder,
    ['squad-message', 'note'],
    query.person ? OF_PERSON : WEAK_COVERAGE,
  )
  const ofPerson = query.person
    ? found.filter(({ title, kind }) => kind === 'squad-message' && title === query.person)
    : found
  const messages = ofPerson.filter(({ kind, title }) => kind === 'squad-message' && title !== '')
  // What one person said is none of another's words: the last message is nearer than a note.
  const [best] =
    messages.length > 0 || query.person ? messages : found.filter(({ title, kind }) => kind === 'note' || title !== '')
  if (best)
    return {
      line: foundLine(best, words),
      evidence: found.filter((one) => one !== best).map((one) => foundLine(one, words)),
    }
  if (words.length > 0 && !query.person)
    return {
      line: nothingAbout(words, 'message or note of your squad'),
      evidence: (await searchRecords(words, founder)).found.map((one) => foundLine(one, words)),
    }
  return lastMessage(query, founder)
}

const who: Operation = async (query, founder) => {
  const { found } = await searchRecords(query.about, founder, ['squad-message', 'note'])
  const best = found.find(({ kind, title }) => kind === 'squad-message' && title !== '') ?? found[0]
  if (best)
    return {
      line:
        best.kind === 'squad-message'
          ? `**${nameOf(best.title)}**, on ${formatDate(best.date)}: ${quoted(best.text, 220)}.`
          : foundLine(best, query.about),
      evidence: found.filter((one) => one !== best).map((one) => foundLine(one, query.about)),
    }
  if (query.about.length > 0) return elsewhere(query.about, founder, 'message of your squad')
  const answer = await lastMessage(query, founder)
  return answer
}

const whenWritten: Operation = async (query, founder) => {
  if (query.about.length > (query.person ? 1 : 0)) {
    const { found } = await searchRecords(query.about, founder, ['squad-message'])
    const best = found.find(({ title }) => (query.person ? title === query.person : title !== '')) ?? found[0]
    if (best)
      return {
        line: `${best.title ? nameOf(best.title) : 'You'} wrote that on **${formatDate(best.date)}**: ${quoted(best.text, 160)}.`,
      }
  }
  return lastMessage(query, founder)
}

const countMessages: Operation = async (query, founder) => {
  const { count, rows } = await messagesOf(query, founder)
  const [span] = query.spans
  if (query.person)
    return {
      line: `**${counted(count, 'message')}** of ${nameOf(query.person)}${span ? ` ${span.label}` : ''}.`,
      evidence: rows.map(messageLine),
    }
  if (query.concepts.has('received')) {
    const people = [...new Set(rows.map(({ sender }) => sender))].filter((sender) => sender !== FOUNDER_AS_SENDER)
    const counts = await Promise.all(people.map((person) => founder.queries.messages(span ?? EVER, person)))
    return {
      line: `**${counted(
        counts.reduce((sum, one) => sum + one.count, 0),
        'message',
      )}** of your squad${span ? ` ${span.label}` : ''}.`,
      evidence: people.map((person, at) => `${nameOf(person)}: ${counted(counts[at]?.count ?? 0, 'message')}.`),
    }
  }
  return {
    line: `**${counted(count, 'message')}** between you and the squad${span ? ` ${span.label}` : ' in all'}.`,
    evidence: rows.map(messageLine),
  }
}

const own: Operation = async (query, founder) => {
  const { rows } = await founder.queries.messages(query.spans[0] ?? EVER)
  const mine = rows.filter(({ sender }) => sender === FOUNDER_AS_SENDER)
  const [latest] = mine
  return latest
    ? {
        line: `Your last message to the squad is of **${formatDate(latest.date)}**: ${quoted(latest.content, 220)}.`,
        evidence: mine.slice(1).map(messageLine),
      }
    : { line: 'You have written **no message** to your squad yet.' }
}

// Calls.

const memberOf = (member: string): string => BOOKABLE.find(({ id }) => id === member)?.name ?? member
const at = ({ starts_at, time_zone }: Pick<BookedCall, 'starts_at' | 'time_zone'>): string => {
  const options = {
    weekday: 'long',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  } as const
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: time_zone }).format(new Date(starts_at))
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(new Date(starts_at))
  }
}
const dayOf = ({ starts_at }: Pick<BookedCall, 'starts_at'>): IsoDate => starts_at.slice(0, 10) as IsoDate
const topicOf = ({ topic }: Pick<BookedCall, 'topic'>): string =>
  topic.trim() ? `about ${quoted(topic)}` : 'without a topic'
const callLine = (call: BookedCall): string =>
  `${memberOf(call.member)}, ${at(call)}, ${topicOf(call)}${call.isCancelled ? ' (cancelled)' : ''}.`

const BOOK: Answer = {
  line: 'You have **no call** booked with your squad.',
  next: 'book one with “Schedule Call with Squad”, and write its question down before.',
  proposals: [{ kind: 'call', text: 'What to focus on next' }],
}

/** Calls to come, the earliest first. */
async function upcoming({ context, queries }: AskingFounder): Promise<readonly BookedCall[]> {
  if (context.calls.length > 0) return context.calls.map((call) => ({ ...call, isCancelled: false }))
  return (await queries.calls()).filter((call) => !call.isCancelled && dayOf(call) >= context.today).toReversed()
}

/** The call that a query means: by its member or topic, or by its place. */
function callNamed(calls: readonly BookedCall[], { about, ordinal, member }: Query): BookedCall | undefined {
  if (ordinal) return calls[ordinal - 1]
  return calls.find(
    (call) =>
      call.member === member ||
      about.some((word) => `${memberOf(call.member)} ${call.topic}`.toLowerCase().includes(word.slice(0, 7))),
  )
}

const nextCall: Operation = async (query, founder) => {
  const calls = await upcoming(founder)
  const call = callNamed(calls, query) ?? (query.ordinal ? undefined : calls[0])
  const cancelled =
    calls.length === 0 ? (await founder.queries.calls()).find(({ isCancelled }) => isCancelled) : undefined
  if (!call)
    return calls.length > 0
      ? { line: `You have only **${counted(calls.length, 'call')}** booked.`, evidence: calls.map(callLine) }
      : { ...BOOK, ...(cancelled && { evidence: [`The last one is cancelled: ${callLine(cancelled)}`] }) }
  const days = daysBetween(founder.context.today, dayOf(call))
  return {
    line: `${call === calls[0] ? 'Your next call' : 'That call'} is on **${at(call)}**, with the ${memberOf(call.member)}, ${topicOf(call)}; in **${counted(days, 'day')}**.`,
    evidence: calls.filter((one) => one !== call).map((one) => `Then: ${callLine(one)}`),
    next: 'write down the one question that it should answer, and what you have tried.',
  }
}

const topic: Operation = async (query, founder) => {
  const calls = await upcoming(founder)
  const call = callNamed(calls, query) ?? calls[0]
  return call
    ? {
        line: `It is ${topicOf(call)}: your call with the ${memberOf(call.member)} on ${at(call)}.`,
        evidence: calls.filter((one) => one !== call).map(callLine),
      }
    : BOOK
}

const countCalls: Operation = async (query, founder) => {
  const calls = await upcoming(founder)
  const until = query.ahead
  const shown = until ? calls.filter((call) => dayOf(call) <= until) : calls
  return shown.length > 0
    ? {
        line: `You have **${counted(shown.length, 'call')}** booked; the next one is on ${at(shown[0] as BookedCall)}.`,
        evidence: shown.map(callLine),
        isList: true,
      }
    : BOOK
}

const statusOfCall: Operation = async (query, founder) => {
  const [calls, all] = await Promise.all([upcoming(founder), founder.queries.calls()])
  const call = callNamed(calls, query)
  const gone = callNamed(
    all.filter(({ isCancelled }) => isCancelled),
    query,
  )
  if (!call && gone)
    return { line: `**No**, that call is **cancelled**: ${callLine(gone)}`, evidence: calls.map(callLine) }
  const next = call ?? calls[0]
  return next
    ? { line: `**Yes**, it is on: ${callLine(next)}`, evidence: calls.filter((one) => one !== next).map(callLine) }
    : {
        ...BOOK,
        ...(all.some(({ isCancelled }) => isCancelled) && {
          line: 'You have **no call** booked; the last one is **cancelled**.',
          evidence: all.slice(0, 1).map(callLine),
        }),
      }
}

const operations: Readonly<Record<string, Operation>> = {
  'notes.count': notes,
  'notes.list': notes,
  'notes.last': lastNote,
  'notes.read': readNotes,
  'squad.last': lastMessage,
  'squad.said': said,
  'squad.who': who,
  'squad.when': whenWritten,
  'squad.count': countMessages,
  'squad.own': own,
  'calls.next': nextCall,
  'calls.when': nextCall,
  'calls.count': countCalls,
  'calls.list': countCalls,
  'calls.topic': topic,
  'calls.status': statusOfCall,
}
