import { quantitiesIn } from './quantities.ts'
import { qualitiesIn, subjectsIn, type Qualities, type Subject, type Unit } from './subjects.ts'

/** A number that is known, with what it is. */
export interface Fact {
  readonly value: number
  /** Undefined: it may be any. */
  readonly unit: Unit | undefined
  /** Empty: it may be of anything. */
  readonly subjects: readonly Subject[]
  readonly qualities: Qualities
  /** The record that it belongs to, by its name. */
  readonly owner: string | undefined
}

type Row = Readonly<Record<string, unknown>>

interface Place {
  /** The innermost last. */
  readonly keys: readonly string[]
  readonly owner: string | undefined
  readonly qualities: Qualities
}

const NOWHERE: Place = { keys: [], owner: undefined, qualities: {} }
/** Numbers of one message or text of a record. */
const MAX_OF_TEXT = 200
/** Check-ins whose moods are averaged at most, and rows of one list that are compared. */
const MAX_AVERAGED = 26
const MAX_COMPARED = 6
/** Columns that count, of which one is a share of another. */
const FUNNEL = ['messages', 'demos', 'conversions'] as const

/** The numbers of a text, or of data in JSON with what follows from single rows: shares, sums, differences, averages. */
export function factsIn(known: string): Fact[] {
  const data = parsed(known)
  return data === undefined ? factsOfText(known) : factsOf(data, NOWHERE)
}

function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const factsOfText = (text: string): Fact[] =>
  quantitiesIn(text, MAX_OF_TEXT).flatMap(({ values, unit }) =>
    values.map((value) => ({ value, unit: unit === 'plain' ? undefined : unit, subjects: [], qualities: {}, owner: undefined })),
  ) // prettier-ignore

function factsOf(data: unknown, place: Place): Fact[] {
  if (typeof data === 'number') return numberFacts(data, place)
  if (typeof data === 'string') return factsOfText(data)
  if (Array.isArray(data)) return [...listFacts(data), ...data.flatMap((one) => factsOf(one, place))]
  if (typeof data !== 'object' || data === null) return []
  const row = data as Row
  const inside = {
    ...place,
    owner: ownerOf(row) ?? place.owner,
    qualities: { ...place.qualities, ...rowQualities(row) },
  }
  return [
    ...rowFacts(row, inside),
    ...Object.entries(row).flatMap(([key, value]) =>
      factsOf(value, { ...inside, keys: [...place.keys, wordsOf(key)] }),
    ),
  ]
}

/** "monthly burn" of `monthly_burn`, "goal counts" of `goalCounts`. */
const wordsOf = (key: string): string =>
  key
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()

/** The name of a row with counts. */
function ownerOf(row: Row): string | undefined {
  const name = row['name'] ?? row['loop']
  return typeof name === 'string' && Object.values(row).some((value) => typeof value === 'number') ? name : undefined
}

const rowQualities = ({ period, impact }: Row): Qualities =>
  qualitiesIn([period, impact].filter((value) => typeof value === 'string').join(' '))

function numberFacts(value: number, place: Place): Fact[] {
  const key = place.keys.at(-1) ?? ''
  const unit = unitOf(key)
  const subjects = subjectsOf(place.keys, unit)
  const fact = { unit, subjects, qualities: { ...place.qualities, ...qualitiesIn(key.replace(/^(?:monthly|weekly) /, '')) }, owner: place.owner } // prettier-ignore
  const values = unit === 'percent' && Math.abs(value) <= 1 ? [value, 100 * value] : [value]
  return values.map((one) => ({ ...fact, value: Math.abs(one) }))
}

function unitOf(key: string): Unit | undefined {
  if (/balance|revenue|burn|amount|usd|dollar|cash|spend|cost|price/.test(key)) return 'money'
  if (/\b(?:share|rate|percent|ratio)\b/.test(key)) return 'percent'
  if (/\bmonths\b/.test(key)) return 'months'
  if (/\bmoods?\b/.test(key)) return 'mood'
  if (/\bstreak\b/.test(key)) return undefined
  return subjectsIn(key, 'plain').length > 0 || qualitiesIn(key).status ? 'plain' : undefined
}

/** The innermost key that names one. */
function subjectsOf(keys: readonly string[], unit: Unit | undefined): readonly Subject[] {
  for (const key of keys.toReversed()) {
    const [found] = subjectsIn(key.replace('checkins', 'check-ins'), unit ?? 'plain')
    if (found) return [found.subject]
  }
  return []
}

const numbersOf = (row: Row, ...names: string[]): (number | undefined)[] =>
  names.map((name) => (typeof row[name] === 'number' ? row[name] : undefined))

/** Facts that follow from the numbers of one row. */
function rowFacts(row: Row, { owner, qualities }: Place): Fact[] {
  const facts: Fact[] = []
  const add = (unit: Unit, value: number, subjects: readonly Subject[], more: Qualities = qualities) => {
    if (Number.isFinite(value)) facts.push({ value: Math.abs(value), unit, subjects, qualities: more, owner })
  }
  const [goals, completed] = numbersOf(row, 'goals', 'completed')
  if (goals !== undefined && completed !== undefined) {
    const open = { ...qualities, status: new Set(['open']) }
    add('plain', goals - completed, ['goals'], open)
    add('percent', (100 * completed) / goals, ['goals'])
    add('percent', 100 - (100 * completed) / goals, ['goals'], open)
  }
  for (const [index, name] of FUNNEL.entries()) {
    for (const from of FUNNEL.slice(0, index)) {
      const [count, of] = numbersOf(row, name, from)
      if (count !== undefined && of !== undefined) add('percent', (100 * count) / of, [name, from])
      if (count !== undefined && of !== undefined) add('plain', of / count, [name, from])
    }
  }
  const [balance, revenue, burn] = numbersOf(row, 'bank_balance', 'monthly_revenue', 'monthly_burn')
  if (revenue !== undefined && burn !== undefined) {
    const net = burn - revenue
    const amounts = [[revenue, 'revenue'], [burn, 'burn'], [net, 'net']] as const // prettier-ignore
    for (const [amount, subject] of amounts) add('money', 12 * amount, [subject])
    add('money', net, ['net'])
    add('percent', (100 * revenue) / burn, ['revenue', 'burn'])
    if (balance !== undefined) for (const spent of [burn, net]) add('months', balance / spent, ['runway'])
  }
  return facts
}

/** Facts that follow from a list: averages of moods, and changes of counts. */
function listFacts(rows: readonly unknown[]): Fact[] {
  const records = rows.filter((row): row is Row => typeof row === 'object' && row !== null && !Array.isArray(row))
  const add = (value: number, unit: Unit, subjects: readonly Subject[], owner?: string): Fact => ({
    value: Math.abs(value), unit, subjects, qualities: {}, owner,
  }) // prettier-ignore
  const moods = records.flatMap(({ mood }) => (typeof mood === 'number' ? [mood] : []))
  const averages = moods
    .slice(0, MAX_AVERAGED)
    .map((_, index) => moods.slice(0, index + 1).reduce((sum, mood) => sum + mood, 0) / (index + 1))
  return [
    ...averages.map((average) => add(average, 'mood', ['mood'])),
    ...FUNNEL.flatMap((column) => {
      const counted = records.filter((row) => typeof row[column] === 'number')
      const owners = new Set(counted.map(ownerOf))
      return [...owners].flatMap((owner) => {
        const counts = counted.filter((row) => ownerOf(row) === owner).map((row) => row[column] as number)
        return changesOf(counts).map((change) => add(change, 'plain', [column], owner))
      })
    }),
  ]
}

/** The differences within one series. */
function changesOf(counts: readonly number[]): number[] {
  const compared = counts.length <= MAX_COMPARED ? counts : [counts[0] ?? 0, counts.at(-1) ?? 0]
  const near = counts.flatMap((count, index) => (index > 0 ? [count - (counts[index - 1] ?? 0)] : []))
  return [...near, ...compared.flatMap((one, index) => compared.slice(index + 1).map((other) => one - other))]
}
