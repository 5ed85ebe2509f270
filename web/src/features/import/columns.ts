/** The kinds of files, as the database calls them. */
export const KINDS = ['goals', 'decisions', 'check-ins', 'loops'] as const

export type Kind = (typeof KINDS)[number]

/** What headers a field is known by; the first one is that of the example and of texts. */
type Columns = Readonly<Record<string, readonly string[]>>

/** The columns of each kind. Headers are compared without case, marks and order; names of the product's own tables are known. */
export const COLUMNS = {
  goals: {
    text: ['goal', 'title', 'text', 'name', 'objective'],
    period: ['period', 'horizon', 'timeframe', 'cadence'],
    done: ['done', 'status', 'finished', 'is done'],
    completed: ['completed', 'completed on', 'completed at', 'done on', 'finished on'],
    created: ['created', 'created on', 'created at', 'added', 'set on', 'started', 'date'],
    target: ['target'],
    progress: ['progress', 'current', 'actual'],
    unit: ['unit', 'units'],
  },
  decisions: {
    title: ['decision', 'title'],
    reason: ['reasoning', 'reason', 'reasons', 'rationale', 'why'],
    decided: ['decided on', 'decided', 'date', 'day', 'created at'],
    category: ['category', 'area', 'topic'],
    expected: ['expected', 'expected outcome', 'expectation', 'prediction'],
    review: ['review on', 'review', 'review date'],
    reviewed: ['reviewed on', 'reviewed', 'reviewed at'],
    outcome: ['outcome', 'result', 'what happened'],
    right: ['right', 'was right', 'correct'],
  },
  'check-ins': {
    week: ['week', 'week of', 'date', 'day'],
    wins: ['win', 'wins', 'what worked', 'highlights'],
    blockers: ['struggle', 'struggles', 'challenge', 'challenges', 'blocker', 'blockers', 'obstacles'],
    priority: ['priority', 'next priority', 'next', 'focus', 'next week'],
    mood: ['mood', 'feeling'],
    happened: ['priority outcome', 'last priority', 'priority happened'],
  },
  loops: {
    loop: ['loop', 'name', 'channel', 'experiment'],
    day: ['date', 'day', 'week', 'week of'],
    conversions: ['total', 'value', 'count', 'number', 'conversions', 'total to date', 'running total', 'cumulative'],
    demos: ['demos'],
    messages: ['messages'],
    gain: ['gain', 'gained', 'new', 'conversions added', 'conversions gained'],
    demosGain: ['demos added', 'demos gained'],
    messagesGain: ['messages added', 'messages gained'],
    status: ['status'],
  },
} as const satisfies Record<Kind, Columns>

/** Each needs one of these columns. */
const NEEDED: Record<Kind, readonly (readonly string[])[]> = {
  goals: [['text'], ['period']],
  decisions: [['title'], ['reason']],
  'check-ins': [['week'], ['wins'], ['priority']],
  loops: [['loop'], ['day'], ['conversions', 'gain', 'demos', 'messages', 'demosGain', 'messagesGain']],
}

/** A file whose header was recognised. */
export interface Recognised {
  readonly kind: Kind
  readonly header: readonly string[]
  /** The place of each field that the file has. */
  readonly places: ReadonlyMap<string, number>
  /** The names of fields' columns in the file. */
  readonly names: ReadonlyMap<string, string>
  /** Columns that are not used, as the file calls them. */
  readonly ignored: readonly string[]
}

/** `Decided_On?` is `decided on`. */
const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** How a kind reads a header; of two columns for one field the first counts. */
function readAs(kind: Kind, header: readonly string[]): Recognised {
  const names = header.map(plainName)
  const places = new Map<string, number>()
  for (const [field, known] of Object.entries<readonly string[]>(COLUMNS[kind])) {
    const place = names.findIndex((name) => known.includes(name))
    if (place !== -1) places.set(field, place)
  }
  const used = new Set(places.values())
  return {
    kind,
    header,
    places,
    names: new Map([...places].map(([field, place]) => [field, names[place] ?? ''])),
    ignored: header.filter((name, place) => name !== '' && !used.has(place)),
  }
}

/** The columns that a kind needs and the file lacks, by the names of the example. */
const lacking = ({ kind, places }: Recognised): string[] =>
  NEEDED[kind]
    .filter((fields) => !fields.some((field) => places.has(field)))
    .map(([field = '']) => (COLUMNS[kind] as Columns)[field]?.[0] ?? field)

export type Recognition = { readonly recognised: Recognised } | { readonly lacks?: { kind: Kind; columns: string[] } }

/**
 * The kind of a file by its header: the one that has all the columns it needs and knows most of the others. If none has all, what
 * the only likely one lacks.
 * @example
 * recognise(['Title', 'Horizon', 'Colour']) // { recognised: expect.objectContaining({ kind: 'goals', ignored: ['Colour'] }) }
 * recognise(['Decision', 'Date']) // { lacks: { kind: 'decisions', columns: ['reasoning'] } }
 * recognise(['Name', 'Email']) // {}
 */
export function recognise(header: readonly string[]): Recognition {
  const readings = KINDS.map((kind) => readAs(kind, header)).toSorted(
    (one, other) => other.places.size - one.places.size,
  )
  const recognised = readings.find((reading) => lacking(reading).length === 0)
  if (recognised) return { recognised }
  const [likely, next] = readings
  if (!likely || likely.places.size < 2 || likely.places.size === next?.places.size) return {}
  return { lacks: { kind: likely.kind, columns: lacking(likely) } }
}

/** What a kind needs, in the words of the example. */
export const neededColumns = (kind: Kind): string[] =>
  NEEDED[kind].map(([field = '']) => (COLUMNS[kind] as Columns)[field]?.[0] ?? field)
