/** The subject that a number is an amount or a count of. */
export type Subject = (typeof NAMES)[number]

export type Unit = 'money' | 'percent' | 'months' | 'mood' | 'span' | 'plain'

const NAMES = [
  'net', 'burn', 'revenue', 'balance', 'runway', 'mood', 'streak', 'goals', 'check-ins', 'loops', 'messages', 'demos',
  'conversions', 'decisions', 'notes',
] as const // prettier-ignore

/** In the languages that models answer in most; a number whose noun is in another is compared without it. */
const WORDS: Readonly<Record<Subject, string>> = {
  net: 'net burn|net|netto\\w*|neto|nets',
  burn: 'burn\\w*|spend\\w*|spent|costs?|expenses?|ausgaben|kosten|gastos?|dépenses',
  revenue: 'revenues?|income|mrr|earn\\w*|umsatz|einnahmen|ingresos|revenus?|chiffre',
  balance: 'balance|bank|cash|kontostand|konto|saldo|banco|caja|banque',
  runway: 'runway|last(?:s|ed)?|left|reicht|run(?:s)? out',
  mood: 'mood|stimmung|ánimo|humeur',
  streak: 'streak|in a row|serie|racha',
  goals: 'goals?|ziele?n?|metas?|objetivos?|objectifs?',
  'check-ins': 'check-?\\s?ins?',
  loops: 'loops?|channels?',
  messages: 'messages?|nachrichten|mensajes',
  demos: 'demos?',
  conversions: 'conversions?|converted|converts?|konversionen|conversiones',
  decisions: 'decisions?|entscheidung(?:en)?|decisiones|décisions?',
  notes: 'notes?|notizen|notas',
}

const OF_UNIT: Readonly<Record<Unit, readonly Subject[]>> = {
  money: ['net', 'burn', 'revenue', 'balance'],
  months: ['runway'],
  mood: ['mood'],
  span: ['streak'],
  percent: NAMES,
  plain: ['streak', 'goals', 'check-ins', 'loops', 'messages', 'demos', 'conversions', 'decisions', 'notes'],
}

const pattern = (names: readonly Subject[]) =>
  new RegExp(names.map((name) => `(?<![\\p{L}])(${WORDS[name]})(?![\\p{L}])`).join('|'), 'giu')
const PATTERNS = Object.fromEntries(
  Object.entries(OF_UNIT).map(([unit, names]) => [unit, { names, words: pattern(names) }]),
) as Readonly<Record<Unit, { names: readonly Subject[]; words: RegExp }>>

/** The subjects that a text names, in its order; those that a number of the unit may have. */
export function subjectsIn(text: string, unit: Unit): { readonly subject: Subject; readonly index: number }[] {
  const { names, words } = PATTERNS[unit]
  return [...text.matchAll(words)].map((match) => ({
    subject: names[match.slice(1).findIndex((group) => group !== undefined)] ?? 'goals',
    index: match.index,
  }))
}

/** Further criteria of the counted records: a record has one value of each dimension. */
const QUALITIES = {
  period: { weekly: 'week(?:ly)?', monthly: 'monthly', quarterly: 'quarter(?:ly)?', annual: 'annual|yearly' },
  status: {
    completed: 'completed?|done|finished|ticked|met|erledigt|abgeschlossen|completadas?',
    open: 'open|remaining|unfinished|offen\\w*|abiert\\w*|to do|not (?:yet )?(?:done|completed)',
    running: 'running',
    paused: 'paused',
    scaling: 'scaling',
    positive: 'positive',
    negative: 'negative',
    unrated: 'unrated|without a result|not rated',
    right: 'right',
    partly: 'partly',
    wrong: 'wrong',
    due: 'due',
  },
} as const

export type Dimension = keyof typeof QUALITIES
export type Qualities = Readonly<Partial<Record<Dimension, ReadonlySet<string>>>>

const qualityWords = Object.entries(QUALITIES).map(([dimension, qualities]) => ({
  dimension: dimension as Dimension,
  words: Object.entries(qualities).map(([name, words]) => ({
    name,
    words: new RegExp(`(?<![\\p{L}])(?:${words})(?![\\p{L}])`, 'iu'),
  })),
}))

export function qualitiesIn(text: string): Qualities {
  const found: Partial<Record<Dimension, ReadonlySet<string>>> = {}
  for (const { dimension, words } of qualityWords) {
    const named = words.filter((one) => one.words.test(text)).map(({ name }) => name)
    if (named.length > 0) found[dimension] = new Set(named)
  }
  return found
}
