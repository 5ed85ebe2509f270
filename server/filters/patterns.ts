/** Characters of one pattern: far more than a search box gets. */
export const MAX_PATTERN_LENGTH = 250
/** Runs of `%` in one LIKE pattern; LIKE compares the rest of the text again for each of them. */
const MAX_WILDCARDS = 10

/** Size of a regular expression: one of 1,000 takes PostgreSQL 2.4 s before it looks at a text, one of 200 takes 24 ms. */
const MAX_REGEX_SIZE = 250

/**
 * Refuses patterns that run for seconds over a short text: look-around, back references, nested quantifiers, and the
 * options that change a regular expression's syntax. Operators other than `like`, `ilike`, `match` and `imatch` have
 * no pattern.
 *
 * @param pattern as PostgreSQL gets it: LIKE with `%`, not `*`
 * @returns the error, or undefined for a valid pattern
 * @example
 * validatePattern('match', '^Ten') // undefined
 * validatePattern('match', '(a+)+') // 'A pattern must not repeat a group in which something repeats'
 */
export function validatePattern(operator: string, pattern: string): string | undefined {
  const isRegex = operator === 'match' || operator === 'imatch'
  if (!isRegex && operator !== 'like' && operator !== 'ilike') return undefined
  if (pattern.length > MAX_PATTERN_LENGTH) return `A pattern has at most ${MAX_PATTERN_LENGTH} characters`
  return isRegex ? validateRegex(pattern) : validateLike(pattern)
}

/**
 * In a URL `%` has to be encoded, so `*` stands for it.
 * @example
 * likePattern('ilike', '*demo*') // '%demo%'
 * likePattern('eq', '*demo*') // '*demo*'
 */
export const likePattern = (operator: string, value: string): string =>
  operator === 'like' || operator === 'ilike' ? value.replaceAll('*', '%') : value

function validateLike(pattern: string): string | undefined {
  const wildcards = pattern.match(/%+/g)?.length ?? 0
  return wildcards > MAX_WILDCARDS ? `A pattern has at most ${MAX_WILDCARDS} wildcards` : undefined
}

/**
 * One token of PostgreSQL's advanced regular expressions: an escape, a bracket expression, a group's start or end, a
 * quantifier, or one character. https://www.postgresql.org/docs/current/functions-matching.html
 */
const token = /\\.|\[\^?\]?(?:\\.|\[([.=:]).*?\1\]|[^\]\\])*\]|\(\?.?|\(|\)|[*+?]|\{\d+,?\d*\}|./gsu

/** A group, or the whole pattern. */
interface Group {
  /** Whether it holds a quantifier other than `?`. */
  repeats: boolean
  /** Characters and brackets after each counted repetition is expanded, as PostgreSQL does. */
  size: number
}

function validateRegex(pattern: string): string | undefined {
  if (pattern.startsWith('***')) return 'A pattern must not change its own syntax'
  /** Open groups; the whole pattern comes first. */
  const open: Group[] = [{ repeats: false, size: 0 }]
  /** The operand of the next quantifier: the group that has just ended, or one character. */
  let last: Group = { repeats: false, size: 0 }
  for (const [text] of pattern.matchAll(token)) {
    if (/^\\[1-9]$/.test(text)) return 'A pattern must not refer back to what it matched'
    if (text.startsWith('(?') && text !== '(?:') return 'A pattern must not look around or change its own syntax'
    const current = open.at(-1) ?? last
    if (isQuantifier(text)) {
      if (text !== '?' && last.repeats) return 'A pattern must not repeat a group in which something repeats'
      current.repeats ||= text !== '?'
      current.size += last.size * (timesOf(text) - 1)
      last = { repeats: false, size: 0 }
    } else if (text.startsWith('(')) {
      open.push({ repeats: false, size: 0 })
    } else if (text === ')' && open.length > 1) {
      last = open.pop() ?? last
      const outer = open.at(-1) ?? last
      outer.repeats ||= last.repeats
      outer.size += last.size
    } else {
      last = { repeats: false, size: 1 }
      current.size += 1
    }
    if ((open.at(-1)?.size ?? 0) > MAX_REGEX_SIZE) return 'A pattern must not repeat so much'
  }
  return undefined
}

const isQuantifier = (text: string): boolean => /^(?:[*+?]|\{\d)/.test(text)

/** How many copies a quantifier expands to: `{2,5}` to five. */
const timesOf = (quantifier: string): number => Math.max(1, ...(quantifier.match(/\d+/g) ?? []).map(Number))
