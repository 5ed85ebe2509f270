import { truncate } from '../../../domain/truncate.ts'
import type { FounderContext } from './founder-records.ts'

/** Characters of a whole context as `asData` formats it: what a prompt can spare beside the conversation. */
export const CONTEXT_LIMIT = 24_000

/** Characters of single texts by field name; longer ones are truncated with an ellipsis. */
export const TEXT_LIMITS = {
  firstName: 100,
  memory: 6000,
  text: 300,
  name: 200,
  title: 200,
  category: 60,
  serves: 100,
  wins: 400,
  blockers: 400,
  next_priority: 300,
  reason: 400,
  result: 400,
  expected: 200,
  outcome: 300,
  content: 600,
  sender: 100,
  topic: 200,
} as const

/** Of two records of one day, the kind that comes first here is kept. */
const KINDS = ['loops', 'checkins', 'goals', 'decisions', 'notes', 'messages'] as const

type Recorded = FounderContext[(typeof KINDS)[number]][number]

/** JSON on one line, which cannot close the block around it. */
export const asData = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/** Limits a context: truncates long texts, then omits the oldest records until the rest fits. */
export function bounded(context: FounderContext): FounderContext {
  const all = { ...withCutTexts(context), calls: context.calls.map(withCutTexts) }
  for (const kind of KINDS) Object.assign(all, { [kind]: context[kind].map(withCutTexts) })
  const bare = { ...all, ...Object.fromEntries(KINDS.map((kind) => [kind, []])) }
  const kept = newestWithin(
    CONTEXT_LIMIT - asData(bare).length,
    KINDS.flatMap((kind): readonly Recorded[] => all[kind]),
  )
  for (const kind of KINDS) Object.assign(all, { [kind]: all[kind].filter((record) => kept.has(record)) })
  return all
}

function newestWithin(characters: number, records: readonly Recorded[]): ReadonlySet<Recorded> {
  const kept = new Set<Recorded>()
  let left = characters
  for (const record of records.toSorted((a, b) => compare(dateOf(b), dateOf(a)))) {
    left -= asData(record).length + ','.length
    if (left < 0) break
    kept.add(record)
  }
  return kept
}

const dateOf = (record: Recorded): string => ('week_of' in record ? record.week_of : record.date)
const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

function withCutTexts<Fields extends object>(fields: Fields): Fields {
  const cut = Object.entries(fields).map(([name, value]: [string, unknown]) =>
    typeof value === 'string' && name in TEXT_LIMITS
      ? [name, truncateAsData(value, TEXT_LIMITS[name as keyof typeof TEXT_LIMITS])]
      : [name, value],
  )
  return Object.fromEntries(cut) as Fields
}

/** Measured as JSON, so that a text full of escapes takes no more room than any other. */
function truncateAsData(text: string, limit: number): string {
  const isWithin = (part: string) => asData(part).length <= limit + '""'.length
  if (isWithin(text)) return text
  const begun = (length: number) => `${truncate(text, length).trimEnd()}…`
  let length = limit - 1
  while (!isWithin(begun(length))) length = Math.floor(length * 0.9)
  return begun(length)
}
