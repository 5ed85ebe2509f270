import { qualitiesIn, subjectsIn, type Qualities, type Subject, type Unit } from './subjects.ts'

/** A number as a text has it, with what its sentence says about it. */
export interface Quantity {
  /** "$8,000", "12%" */
  readonly text: string
  /** More than one where a point may separate thousands or decimals; never negative. */
  readonly values: readonly number[]
  /** Half of the place of the last digit. */
  readonly precision: number
  readonly isRounded: boolean
  readonly unit: Unit
  /** Its possible subjects; empty when the sentence does not say. */
  readonly subjects: readonly Subject[]
  readonly qualities: Qualities
  readonly sentence: Sentence
  /** Position in its sentence. */
  readonly start: number
  readonly end: number
}

export interface Sentence {
  readonly text: string
  readonly index: number
  /** Paragraphs and list items are blocks. */
  readonly block: number
  /** Says what to do: its numbers are targets. */
  readonly isAdvice: boolean
}

/** Months in full or cut, in English, German, Spanish and French: "Dec" but not "decisions". */
const MONTH =
  '(?:jan(?:uary|uar|vier)?|feb(?:ruary|ruar|rero)?|février|mar(?:ch|zo|s)?|märz|apr(?:il)?|avril|may|mai|mayo|june?|juni|junio|juin|july?|juli|julio|juillet|aug(?:ust)?|août|sept?(?:ember|iembre|embre)?|o[ck]t(?:ober|ubre|obre)?|nov(?:ember|iembre|embre)?|de[cz](?:ember)?|décembre|diciembre|enero|abril|agosto)'
/** Replacements of digits that count nothing, in order. */
const NOT_COUNTS: readonly (readonly [RegExp, string])[] = [
  [/\[\[[^[\]]{0,1100}\]\]/g, ' '],
  [/https?:\/\/\S+/g, ' '],
  [/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g, ' '],
  [/\b\d{4}-\d\d(?:-\d\d)?(?:T[\d:.]+Z?)?\b/g, ' '],
  [/\b\d{1,2}\.\d{1,2}\.(?:\d{4})?(?!\d)/g, ' '],
  [new RegExp(`\\b\\d{1,2}(?:st|nd|rd|th|\\.)?\\s(?:of\\s|de\\s)?${MONTH}(?!\\p{L})(?:,?\\s\\d{4})?`, 'giu'), ' '],
  [new RegExp(`(?<!\\p{L})${MONTH}\\.?\\s\\d{1,2}(?:st|nd|rd|th)?\\b(?!\\s?(?:%|demos|goals|[.,]\\d))(?:,?\\s\\d{4})?`, 'giu'), ' '],
  [/\b\d{1,2}:\d\d\b|\b\d{1,2}\s?[ap]\.?m\b/gi, ' '],
  [/(?<![$€£,.\d])\b(?:19|20)\d\d\b(?![.,]\d|\s?(?:%|k\b|[a-z]+ly\s|demos|messages|goals|conversions|dollars|usd))/gi, ' '],
  [/\b(?:weeks?|kw|step|option|no\.|number|version|question|priority|tier|phase|chapter)\s#?\d{1,3}(?:\s?[–-]\s?\d{1,3})?\b(?!\s?%)/gi, ' '],
  [/#\d+/g, ' '],
  [/\b\d+(?:st|nd|rd|th)\b/gi, ' '],
  // The numbers of a list.
  [/^[ \t>]*\(?\d{1,2}[.)]\s/gm, '- '],
  [/\b24\/7\b/g, ' '],
] // prettier-ignore

const NUMBER =
  /(?<![\p{L}\d_]|\d[.,])(?<currency>us\$|[$€£]|usd\s|eur\s)?\s?(?<digits>\d{1,3}(?:[,.’'\u00A0\u202F]\d{3})+(?!\d)(?:[.,]\d{1,2}(?!\d))?|\d+(?:[.,]\d+)?)(?<factor>\s?(?:k|thousand|tsd\.?|mio\.?|mn|million(?:en)?|millones|m)(?![\p{L}\d]))?(?<percent>\s?(?:%|percent\b|per cent\b|pct\b|prozent\b|por ciento\b))?(?![\p{L}\d])/giu

/** Sentences end with a line, or at a mark before a blank. */
function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = []
  let plain = text
  for (const [pattern, replacement] of NOT_COUNTS) plain = plain.replaceAll(pattern, replacement)
  for (const [block, line] of plain.split('\n').entries()) {
    for (const part of line.split(/(?<=[.!?;])\s+(?=\S)/)) {
      const clean = part.replaceAll(/[*_`~]+/g, '')
      if (clean.trim() === '') continue
      sentences.push({ text: clean, index: sentences.length, block, isAdvice: ADVICE.test(clean) })
    }
  }
  return sentences
}

const IMPERATIVES =
  'write|send|ask|call|book|set|aim|try|pick|add|cut|raise|talk|close|do|plan|review|start|stop|keep|focus|get|make|run|reach|schedule|choose|list|log|find|commit|double|push|test|ship|build|turn|move|use|take|let|spend|give|bring|offer|invite|contact|reduce|increase|limit|drop|finish|complete|check|decide|go|target'
const ADVICE = new RegExp(
  `^[\\s\\-*•>|:]*(?:(?:next|then|first|so|now|today|tomorrow|this week|next step)[,:]?\\s+)?(?:${IMPERATIVES})\\b|\\b(?:(?:should|could|would)(?! (?:have|be)\\b)|aim (?:for|to)|target|try to|need to|let[’']s|next step|i(?:[’']d| would) suggest|suggest|consider|want to|plan to|wanted)\\b`,
  'i',
)

const HEDGE =
  /(?:\b(?:about|around|roughly|approximately|approx\.?|nearly|almost|some|circa|ca\.|rund|etwa|unos|environ|close to|just (?:over|under)|a bit (?:over|under)|over|under|more than|less than|up to)\s|[~≈<>]\s?)$/i

/** How far from the truth "about" may be. */
const HEDGED_SHARE = 0.025

/** Characters around a number that say what it is. */
const AROUND = 200

/** The numbers of a text in its order, `limit` of them at most. */
export function quantitiesIn(text: string, limit: number): Quantity[] {
  const quantities: Quantity[] = []
  for (const sentence of sentencesOf(text)) {
    for (const match of sentence.text.matchAll(NUMBER)) {
      if (quantities.length === limit) return quantities
      const quantity = quantityOf(sentence, match)
      if (quantity) quantities.push(quantity)
    }
  }
  return quantities
}

function quantityOf(sentence: Sentence, match: RegExpExecArray): Quantity | undefined {
  const { currency, digits = '', factor = '', percent } = match.groups ?? {}
  const end = match.index + match[0].length
  const before = sentence.text.slice(Math.max(0, match.index - AROUND), match.index)
  const after = sentence.text.slice(end, end + AROUND)
  // The scale of a mood: "4/5", "4 out of 5".
  if (digits === '5' && /\d\s?(?:\/|out of|of|von|de|sur)\s?$/.test(before) && !/^\s\p{L}/u.test(after))
    return undefined
  const letters = factor.trim().toLowerCase()
  const isMonths = letters === 'm' && currency === undefined
  const by = isMonths ? 1 : factorOf(letters)
  const { values, decimals } = parse(digits)
  const unit = isMonths
    ? 'months'
    : unitOf({
        isMoney: currency !== undefined,
        isPercent: percent !== undefined,
        isMood: (values[0] ?? 0) <= 5,
        before,
        after,
      })
  const place = (by * 10 ** -decimals) / 2
  const isHedged = HEDGE.test(before)
  return {
    text: match[0].trim(),
    values: values.map((value) => value * by),
    precision: isHedged ? Math.max(place, (values[0] ?? 0) * by * HEDGED_SHARE) : place,
    isRounded: by > 1 || decimals > 0 || isHedged,
    unit,
    subjects: subjectsOf(before, after, unit),
    qualities: unit === 'plain' || unit === 'percent' ? qualitiesOf(before, after) : {},
    sentence,
    start: match.index,
    end,
  }
}

const factorOf = (letters: string): number => (letters === '' ? 1 : /^(?:k|th|ts)/.test(letters) ? 1e3 : 1e6)

function parse(digits: string): { values: number[]; decimals: number } {
  const grouped = /^(\d{1,3}(?:[,.’'\u00A0\u202F]\d{3})+)(?:[.,](\d{1,2}))?$/.exec(digits)
  if (!grouped) {
    const [whole = '', decimals = ''] = digits.split(/[.,]/)
    return { values: [Number(`${whole}.${decimals || '0'}`)], decimals: decimals.length }
  }
  const [, thousands = '', decimals = ''] = grouped
  const value = Number(`${thousands.replaceAll(/\D/g, '')}.${decimals || '0'}`)
  // "1.234" is a thousand in German, and little more than one in English.
  return { values: /^\d{1,3}\.\d{3}$/.test(digits) ? [value, Number(digits)] : [value], decimals: decimals.length }
}

interface Beside {
  readonly isMoney: boolean
  readonly isPercent: boolean
  /** Whether it is within the scale of moods. */
  readonly isMood: boolean
  readonly before: string
  readonly after: string
}

function unitOf({ isMoney, isPercent, isMood, before, after }: Beside): Unit {
  if (isPercent || /^\s(?:percentage )?points?\b/.test(after)) return 'percent'
  if (isMoney || /^\s?(?:us\s?dollars?|dollars?|usd\b|us\$|[$€£]|bucks|dólares|euros?\b)/i.test(after)) return 'money'
  if (/^[\s-]?(?:(?:more|full|whole|weitere|volle)\s)?(?:months?\b|mos?\b|monate?n?\b|mes(?:es)?\b|mois\b)/i.test(after)) return 'months'
  if (/^\s?(?:\/|out of|of|von|de|sur)\s?5\b(?!\s\p{L})/iu.test(after) || (isMood && /\b(?:mood|stimmung|ánimo)\b[^.;]{0,60}$/i.test(before) && !/^\s?[\p{L}-]/u.test(after))) return 'mood'
  if (/^[\s-]?(?:(?:more|straight|consecutive|full|business|working)\s)?(?:days?|weeks?|hours?|minutes?|years?|quarters?|tagen?|tage|wochen?|stunden?|jahren?|jahre|días?|semanas?|años?|horas?|jours?|semaines?|ans)\b/i.test(after)) return 'span'
  if (/\b(?:balance|revenue|burn|income|cash|spend(?:ing)?|umsatz|ausgaben)\b[^\d.;:,]{0,20}$/i.test(before) && /^\s?(?:$|[,.;)]|a month|per month|\/month|monthly|and\b|against\b|minus\b|−|-)/i.test(after)) return 'money'
  return 'plain'
} // prettier-ignore

/** End of the clause that a number belongs to. */
const CLAUSE_END =
  /[,;:()|=+×÷−–]|\s[-*/]\s|\b(?:and|or|but|against|vs|versus|minus|plus|while|from|und|aber|gegen|y|pero|et|mais)\b|\d/i

/** "20 of 82 demos" may be those that converted. */
const PARTS: Readonly<Partial<Record<Subject, readonly Subject[]>>> = {
  messages: ['demos', 'conversions'],
  demos: ['conversions'],
}

/** The noun right after the number counts, else the nearest one before it. */
function subjectsOf(before: string, after: string, unit: Unit): readonly Subject[] {
  if (unit === 'percent') return [...new Set(subjectsIn(`${before} ${after}`, unit).map(({ subject }) => subject))]
  // An operand is not what the whole calculation is of.
  if (/^\s*[-−–+×*x÷/]\s*[$€£]?\d/.test(after) || /\d\S*\s*[-−–+×*x÷/]\s*$/.test(before)) return []
  const rest = after.replace(/^\s*(?:(?:of|out of|von|de|sur)\s(?:the |your |all |my )*|\/\s?)[\d.,]+/, '')
  const clause = rest.slice(0, rest.search(CLAUSE_END) < 0 ? 60 : rest.search(CLAUSE_END))
  // "12 of 20 weekly goals" counts goals twice, "64 of 135 demos converted" does not count demos first.
  const counted = rest === after ? [] : subjectsIn(clause, unit)
  if (counted.length > 0) return counted.flatMap(({ subject }) => [subject, ...(PARTS[subject] ?? [])])
  const [next] = subjectsIn(clause.split(/\s+/).slice(0, 6).join(' '), unit)
  const introduced = before.replace(/[(:\s]+$/, '')
  // An amount after a comma may be another one.
  const nearest = unit === 'money' ? (introduced.split(/[,;()]/).at(-1) ?? '') : introduced.slice(-120)
  const named = next ?? subjectsIn(nearest, unit).at(-1)
  if (!named) return []
  // Net burn is a burn as well, and what a runway is calculated with.
  const mayBeNet = named.subject === 'burn' && /\b(?:net|runway|lasts?|months)\b/i.test(`${before} ${after}`)
  return mayBeNet ? ['burn', 'net'] : [named.subject]
}

/** The words around a number; the period of goals may stand before them. */
function qualitiesOf(before: string, after: string): Qualities {
  const parts = /[,;:()|]|\b(?:and|und|y|et)\b/
  const clause = qualitiesIn(`${before.split(parts).at(-1) ?? ''} ${after.split(parts).at(0) ?? ''}`)
  const { period } = qualitiesIn(before)
  return clause.period || !period ? clause : { ...clause, period }
}
