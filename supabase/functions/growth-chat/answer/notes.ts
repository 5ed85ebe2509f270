import { formatDate } from '../../../../domain/dates.ts'
import type { FounderContext } from '../../_shared/founder-records.ts'
import type { AskingFounder, TitledNote } from '../founder-queries.ts'
import { counted, from, quoted, titled } from '../text.ts'
import type { Answer, Operation, Operations } from './answer.ts'
import { elsewhere, foundLine, searchRecords, type FoundRecord } from './search.ts'

const NO_NOTES: Answer = {
  line: 'There are **no notes** in your records yet; your growth squad writes them.',
  evidence: ['Notes stand in Founder Brain, under Notes & Insights.'],
}

const noteLine = (note: TitledNote): string => `${titled('note', note, note.title)} of ${formatDate(note.date)}.`

/** A note of one's own has no title but its beginning: its text is quoted once. */
const foundNoteLine = (note: FoundRecord, about: readonly string[]): string =>
  note.kind === 'own-note' ? foundLine(note, about) : noteLine(note)

const notes: Operation = async (query, founder) => {
  const { context, queries } = founder
  const isOfSide = query.category !== undefined && query.concepts.has('sides')
  if (!isOfSide && (query.about.length > 0 || query.records.length > 0)) return readNotes(query, founder)
  if (context.counts.notes === 0) return NO_NOTES
  const ofSide = query.category && context.notes.filter(({ category }) => category === query.category)
  if (ofSide && query.category) return notesOf(query.category, ofSide)
  const [span] = query.spans
  if (span && span.from <= context.today) {
    const { count, rows } = await queries.notes(span)
    return {
      line: `**${counted(count, 'note')}** ${span.label}, of ${context.counts.notes} in all.`,
      evidence: rows.map(noteLine),
      isList: true,
      count,
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

/** What one side of the squad has written down, newest first. */
function notesOf(category: string, [latest, ...others]: FounderContext['notes']): Answer {
  const side = quoted(category.replaceAll('-', ' '))
  return latest
    ? {
        line: `The newest note on ${side} is ${titled('note', latest, latest.title)} of ${formatDate(latest.date)}: ${quoted(latest.content, 220)}.`,
        evidence: others.map((one) => `${noteLine(one).slice(0, -1)}: ${quoted(one.content, 160)}.`),
      }
    : { line: `There is **no note** on ${side} in your records.` }
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

const lowered = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1)

/** Notes about something, the best one quoted, the founder's own among them. */
const readNotes: Operation = async (query, founder) => {
  const { context } = founder
  const known = query.records.find(({ kind }) => kind === 'note' || kind === 'own-note')
  const named = known && context.notes.find(({ id }) => id === known.id)
  if (known && !named && query.about.length === 0) return { line: `This is the note${from(known.kind, known)}.` }
  const all = (await searchRecords(query.about, founder, ['note', 'own-note'], undefined, query.telling)).found
  const [span] = query.spans
  const found =
    span && span.from <= context.today ? all.filter(({ date }) => date >= span.from && date <= span.to) : all
  if (span && found.length === 0 && all.length > 0)
    return {
      line: `There is **no note** on that ${span.label}.`,
      evidence: all.map((one) => foundNoteLine(one, query.about)),
    }
  if (context.counts.notes === 0 && found.length === 0) return NO_NOTES
  const inTitle = found.filter(({ title }) =>
    query.about.some((word) => title.toLowerCase().includes(word.slice(0, 4))),
  )
  const matching = inTitle.length > 0 ? inTitle : found
  const about = query.which === 'last' ? matching.toSorted((a, b) => b.date.localeCompare(a.date)) : matching
  const best = named ? { ...named, kind: 'note' as const, text: named.content, excerpt: '' } : about[0]
  if (!best) return query.about.length > 0 ? elsewhere(query.about, founder, 'note') : lastNote(query, founder)
  const many = about.length > 1 && !(named && !query.concepts.has('several'))
  return {
    line: many
      ? `**${counted(about.length, 'note')}** on that${span && found !== all ? ` ${span.label}` : ''}; the ${query.which === 'last' ? 'newest' : 'best match'} is ${lowered(foundLine(best, query.about))}`
      : foundLine(best, query.about),
    evidence: about.filter(({ id }) => id !== best.id).map((one) => foundNoteLine(one, query.about)),
    next: 'take one sentence of it into this week’s goals.',
  }
}

export const noteOperations: Operations = {
  'notes.count': notes,
  'notes.list': notes,
  'notes.last': lastNote,
  'notes.read': readNotes,
}
