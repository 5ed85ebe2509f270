import { factsIn, type Fact } from './numbers/facts.ts'
import { quantitiesIn, type Quantity } from './numbers/quantities.ts'
import type { Dimension, Qualities, Subject, Unit } from './numbers/subjects.ts'

/** Numbers up to this one that count no record count steps and tries. */
const SMALL = 12
/** Numbers of an answer that are checked at most. */
const MAX_NUMBERS = 100
/** Numbers beside one that it may be computed from. */
const MAX_BESIDE = 12
/** Steps of a chain, each shown in the answer. */
const MAX_CHAIN = 3
/** Numbers of the question that an answer may calculate with. */
const MAX_ASKED = 8

/**
 * The number check: the numbers of an answer that are neither known, as what their sentence says they are, nor one step
 * of arithmetic away from numbers that stand beside them: in the order of the answer, each once.
 * @param known texts whose numbers are known: records and results of tools as JSON, and the conversation, the question last
 */
export function unverifiedNumbers(answer: string, known: readonly string[]): string[] {
  const facts = known.flatMap(factsIn)
  const written = quantitiesIn(answer, MAX_NUMBERS)
  const owners = new OwnersInScope(answer, facts, written)
  const asked = quantitiesIn(known.at(-1) ?? '', MAX_ASKED)
  const verified = new Set(written.filter((one) => !isChecked(one) || owners.of(one).some((fact) => isFact(one, fact))))
  for (const one of written)
    if (isFalseEquation(one, written, verified) || isFalseShare(one, written, verified)) verified.delete(one)
  for (let step = 0; step < MAX_CHAIN; step++) {
    for (const one of written) {
      if (verified.has(one) || isFalseEquation(one, written, verified) || isFalseShare(one, written, verified)) continue
      const at = written.indexOf(one)
      const beside = written
        .slice(Math.max(0, at - MAX_BESIDE), at + MAX_BESIDE)
        .filter((other) => other !== one && verified.has(other) && isBeside(other, one))
      const inSentence = beside.filter(({ sentence }) => sentence === one.sentence)
      const { text } = one.sentence
      const isLinked = inSentence.length === 0 || (inSentence.length === 1 && (CHANGE.test(text) || TOTAL.test(text)))
      const operands = [...(isLinked ? beside : inSentence), ...(SUPPOSED.test(text) ? asked : [])]
      if (isComputed(one, operands)) verified.add(one)
    }
  }
  return [...new Set(written.filter((one) => !verified.has(one)).map(({ text }) => text))]
}

/** Whether a number says what the records say, rather than how long or how often to do something. */
function isChecked({ unit, values, subjects, sentence, start, isRounded }: Quantity): boolean {
  if (unit === 'money' || unit === 'mood') return true
  if (unit === 'months') return subjects.includes('runway') || isRounded
  if (unit === 'span') return subjects.includes('streak')
  if (sentence.isAdvice) return false
  if (unit === 'percent') return subjects.length > 0 || values[0] !== 100
  const isSelection =
    /\b(?:last|past|first|next|newest|latest|top|previous|every|each|letzten?|nächsten?|últim[oa]s)\s$/i
  if (isSelection.test(sentence.text.slice(Math.max(0, start - 20), start))) return false
  return subjects.length > 0 || (values[0] ?? 0) > SMALL
}

interface Scope {
  readonly names: ReadonlySet<string>
  /** From the sentence before. */
  readonly isInherited: boolean
}

/** Says that a sentence is about what the question supposes. */
const SUPPOSED =
  /\b(?:if|hire|hiring|with|without|would|becomes?|instead|after|then|new|extra|additional|wenn|mit|si|con|avec)\b/i
const TOTAL = /\b(?:all|total|totals|overall|together|combined|of the|of your|loops)\b/i
const NO_SCOPE: Scope = { names: new Set(), isInherited: false }

/** Which facts a sentence may be about: those of the records that it names, or that were named last. */
class OwnersInScope {
  readonly #facts: readonly Fact[]
  readonly #scopes: readonly Scope[]
  readonly #isAnyNamed: boolean

  constructor(answer: string, facts: readonly Fact[], written: readonly Quantity[]) {
    this.#facts = facts
    const names = [...new Set(facts.flatMap(({ owner }) => owner ?? []))].map((name) => ({
      name,
      words: name.toLowerCase().match(/\p{L}{4,}|\p{L}+/gu) ?? [],
    }))
    const named = (text: string) => {
      const lower = text.toLowerCase()
      return new Set(names.filter(({ name, words }) => lower.includes(name.toLowerCase()) || isNamed(lower, words)).map(({ name }) => name)) // prettier-ignore
    }
    this.#isAnyNamed = named(answer).size > 0
    const scopes: Scope[] = []
    let last: { names: ReadonlySet<string>; block: number } | undefined
    for (const { sentence } of written) {
      if (scopes[sentence.index]) continue
      const here = named(sentence.text)
      if (here.size > 0) last = { names: here, block: sentence.block }
      const isInherited = here.size === 0 && last?.block === sentence.block
      scopes[sentence.index] = { names: isInherited ? (last?.names ?? here) : here, isInherited }
    }
    this.#scopes = scopes
  }

  of({ sentence, unit, subjects }: Quantity): readonly Fact[] {
    const { names, isInherited } = this.#scopes[sentence.index] ?? NO_SCOPE
    if (!this.#isAnyNamed) return this.#facts
    // A number beside a name belongs to the named record, unless the sentence compares it with all.
    const isOfNamed =
      names.size > 0 &&
      !isInherited &&
      (unit === 'percent' || (unit === 'plain' && (subjects.length === 0 || !TOTAL.test(sentence.text))))
    return this.#facts.filter(({ owner }) => (owner === undefined ? !isOfNamed : names.has(owner)))
  }
}

/** Whether all the long words of a name stand in a text. */
const isNamed = (text: string, words: readonly string[]): boolean =>
  words.length > 0 && words.every((word) => text.includes(word))

function isFact(one: Quantity, fact: Fact): boolean {
  if (!isOfUnit(one, fact.unit)) return false
  const isOfSubject =
    one.subjects.length === 0 ||
    fact.subjects.length === 0 ||
    one.subjects.some((subject) => fact.subjects.includes(subject))
  return isOfSubject && haveSameQualities(one.qualities, fact.qualities) && isValue(one, fact.value)
}

/** A number without a unit and a noun may be of any. */
const isOfUnit = ({ unit, subjects }: Quantity, of: Unit | undefined): boolean =>
  of === undefined || of === unit || (unit === 'plain' && subjects.length === 0 && of !== 'percent')

const haveSameQualities = (stated: Qualities, known: Qualities): boolean =>
  (['period', 'status'] satisfies Dimension[]).every((dimension) => {
    const [one, other] = [stated[dimension], known[dimension]]
    return !one || !other || [...one].some((quality) => other.has(quality))
  })

/**
 * Whether a number is this value, as exactly as it is written.
 * @param slack how far off the value may be, as it is computed from rounded ones
 */
function isValue({ values, precision, isRounded, unit, subjects }: Quantity, value: number, slack = 0): boolean {
  const isExact = Number.isInteger(value) || unit === 'mood' || (unit === 'plain' && subjects.length > 0)
  const allowed = isRounded || !isExact ? precision * 1.02 : unit === 'mood' ? 0.051 : 0
  return values.some((one) => Math.abs(one - Math.abs(value)) <= allowed + slack + 1e-9)
}

/** Whether both stand in one sentence, or in two that follow each other. */
const isBeside = ({ sentence: one }: Quantity, { sentence: other }: Quantity): boolean =>
  other.index - one.index <= 1 && other.index >= one.index

/** "20,000 − 5,000 = 16,000", with operands that are verified. */
function isFalseEquation(one: Quantity, written: readonly Quantity[], verified: ReadonlySet<Quantity>): boolean {
  const at = written.indexOf(one)
  const [a, b] = [written[at - 2], written[at - 1]]
  if (a?.sentence !== one.sentence || b?.sentence !== one.sentence || !verified.has(a) || !verified.has(b)) return false
  const { text } = one.sentence
  const sign = /^[^\d=]{0,12}?\s*(?<sign>[-−–+×*x÷/])\s*[$€£]?$/.exec(text.slice(a.end, b.start))?.groups?.['sign']
  if (sign === undefined || !/^[^\d=]{0,12}=[^\d=]{0,4}$/.test(text.slice(b.end, one.start))) return false
  const before = written[at - 3]
  // A longer calculation is not read.
  if (before?.sentence === one.sentence && /[-−–+×*÷/]\s*[$€£]?$/.test(text.slice(before.end, a.start))) return false
  const results = a.values.flatMap((x) => b.values.flatMap((y) => resultsOf(sign, x, y)))
  return !results.some((result) => isValue(one, result, slackOf(a, b, result, '+-−–'.includes(sign))))
}

/** "64 of 135 demos converted (30%)", with counts that are verified. */
function isFalseShare(one: Quantity, written: readonly Quantity[], verified: ReadonlySet<Quantity>): boolean {
  if (one.unit !== 'percent') return false
  const beside = written.filter((other) => other.sentence === one.sentence && other !== one)
  const [part, whole] = beside
  if (beside.length !== 2 || !part || !whole || !verified.has(part) || !verified.has(whole)) return false
  const isShare = /^\s(?:of|out of|von|de|sur)\s(?:the |your |all )?$/.test(one.sentence.text.slice(part.end, whole.start))
  const shares = part.values.flatMap((a) => whole.values.map((b) => (100 * a) / b))
  return isShare && part.unit === 'plain' && ![...shares, ...shares.map((share) => 100 - share)].some((share) => isValue(one, share))
} // prettier-ignore

interface Rounded {
  readonly values: readonly number[]
  readonly precision: number
  readonly isRounded: boolean
}

/** How far off a result may be, as its operands are rounded. */
function slackOf(a: Rounded, b: Rounded, result: number, isSum: boolean): number {
  const [offA, offB] = [a, b].map(({ isRounded, precision }) => (isRounded ? precision : 0)) as [number, number]
  if (isSum) return offA + offB
  return Math.abs(result) * (offA / (a.values[0] || 1) + offB / (b.values[0] || 1))
}

function resultsOf(sign: string, a: number, b: number): number[] {
  if (sign === '+') return [a + b]
  if ('×*x'.includes(sign)) return [a * b, (a * b) / 100]
  if ('÷/'.includes(sign)) return [a / b, (100 * a) / b]
  return [a - b]
}

interface Operand extends Rounded {
  readonly value: number
  readonly unit: Unit
  /** Subjects of a count. */
  readonly subjects: readonly Subject[]
}

/** Operands that a sentence names by a word. */
const CONSTANTS: readonly (readonly [RegExp, readonly number[]])[] = [
  [/\b(?:year|annual|yearly|annually|jahr|año)/i, [12, 52]],
  [/\b(?:quarter|quartal)/i, [3, 13]],
  [/\b(?:month|monat|mes)/i, [12]],
  [/\b(?:week|woche|semana)/i, [4, 7, 52, 4.33]],
  [/\b(?:day|daily|tag|día)/i, [7, 30]],
  [/\b(?:half|halves|halving|halved|twice|double|doubled|doubling|hälfte|mitad)\b/i, [2]],
  [/\b(?:third|triple|three times)\b/i, [3]],
]

/** Whether one step of arithmetic leads from two operands to a number. */
function isComputed(one: Quantity, beside: readonly Quantity[]): boolean {
  if (one.unit === 'span') return false
  const operands: Operand[] = beside.flatMap(({ values, unit, subjects, precision, isRounded }) =>
    values.map((value) => ({
      value,
      values: [value],
      precision,
      isRounded,
      unit,
      subjects: unit === 'plain' ? subjects : [],
    })),
  )
  const constants = CONSTANTS.flatMap(([word, values]) => (word.test(one.sentence.text) ? values : []))
  const isChange = CHANGE.test(one.sentence.text)
  const fits = (unit: Unit) =>
    unit === one.unit || unit === 'plain' || (one.unit === 'plain' && one.subjects.length === 0)
  return operands.some((a, index) => {
    const steps = [
      ...(areAlike(a, one) ? constants.flatMap((by): Step[] => [[a.unit, a.value * by, slackOf(a, EXACT, a.value * by, false)], [a.unit, a.value / by, 0]]) : []),
      ...operands.slice(index + 1).flatMap((b) => [...stepsOf(a, b, one, isChange), ...stepsOf(b, a, one, isChange)]),
    ] // prettier-ignore
    return steps.some(
      ([unit, result, slack]) => result !== 0 && Number.isFinite(result) && fits(unit) && isValue(one, result, slack),
    )
  })
}

const CHANGE =
  /\b(?:more|less|fewer|up|down|grew|grow(?:s|th)?|chang\w+|increas\w+|decreas\w+|higher|lower|drop\w*|fell|rose|gain\w*|better|worse|mehr|weniger|más|menos)\b|[+]\s?$/i

/** Whether two numbers may be of the same thing. */
const areAlike = (a: Pick<Operand, 'subjects'>, b: Pick<Operand, 'subjects'>): boolean =>
  a.subjects.length === 0 || b.subjects.length === 0 || a.subjects.some((subject) => b.subjects.includes(subject))

type Step = readonly [unit: Unit, result: number, slack: number]

const EXACT: Rounded = { values: [1], precision: 0, isRounded: false }

/** The results of one step that may be `one`. */
function stepsOf(a: Operand, b: Operand, one: Quantity, isChange: boolean): Step[] {
  if (b.unit === 'percent' && a.unit !== 'percent')
    return [b.value / 100, 1 + b.value / 100, 1 - b.value / 100].map((share) => [a.unit, a.value * share, 0])
  const isAlike = a.unit === b.unit || a.unit === 'plain' || b.unit === 'plain'
  const unit = a.unit === 'plain' ? b.unit : a.unit
  const steps: Step[] = []
  const add = (of: Unit, result: number, isSum = false) => steps.push([of, result, slackOf(a, b, result, isSum)])
  if (isAlike) {
    if (areAlike(a, b) && areAlike(a, one)) {
      add(unit, a.value + b.value, true)
      add(unit, a.value - b.value, true)
    }
    if (a.unit !== 'percent') add('percent', (100 * a.value) / b.value)
    if (a.unit !== 'percent' && isChange) add('percent', (100 * (a.value - b.value)) / b.value)
    if (a.unit === 'money' && b.unit !== 'percent') add('months', a.value / b.value)
  }
  const isByCount = b.unit === 'plain' || b.unit === 'span' || b.unit === 'months'
  if (isByCount || a.unit === b.unit) add(a.unit === b.unit ? 'plain' : a.unit, a.value / b.value)
  if (isByCount && (a.subjects.length === 0 || b.subjects.length === 0)) add(a.unit, a.value * b.value)
  return steps
}
