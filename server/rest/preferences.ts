/** The header `Prefer` (RFC 7240). */
export interface Preferences {
  readonly resolution?: 'merge-duplicates' | 'ignore-duplicates'
  readonly missing?: 'default' | 'null'
  readonly return?: 'representation' | 'minimal' | 'headers-only'
  readonly count?: 'exact' | 'planned' | 'estimated'
  readonly handling?: 'strict' | 'lenient'
  readonly timezone?: string
  readonly 'max-affected'?: string
  /** Unknown preferences; refused with `handling=strict`. */
  readonly unknown: readonly string[]
}

type Preference = Exclude<keyof Preferences, 'unknown'>

const isKnown: { readonly [Name in Preference]: RegExp } = {
  resolution: /^(?:merge|ignore)-duplicates$/,
  missing: /^(?:default|null)$/,
  return: /^(?:representation|minimal|headers-only)$/,
  count: /^(?:exact|planned|estimated)$/,
  handling: /^(?:strict|lenient)$/,
  timezone: /^[A-Za-z0-9_+\-/]{1,64}$/,
  'max-affected': /^\d{1,9}$/,
}

/** The order of `Preference-Applied`, which clients compare as text. */
const names = Object.keys(isKnown) as readonly Preference[]

/**
 * The first of two values for one preference counts (RFC 7240 section 2). `tx=…` is accepted and has no effect.
 * @example
 * parsePreferences('return=minimal, count=exact, colour=red')
 * // { return: 'minimal', count: 'exact', unknown: ['colour=red'] }
 */
export function parsePreferences(header: string | undefined): Preferences {
  const found: Partial<Record<Preference, string>> = {}
  const unknown: string[] = []
  const seen = new Set<string>()
  for (const preference of header?.split(',') ?? []) {
    const text = preference.trim()
    if (text === '' || /^tx=(?:commit|rollback)$/.test(text)) continue
    const [name = '', value = ''] = text.split('=')
    // Validated once each: looking up a time zone is a thousand times slower than parsing its name.
    if (Object.hasOwn(isKnown, name) && seen.has(name)) continue
    seen.add(name)
    if (!Object.hasOwn(isKnown, name) || !isUsable(name as Preference, value)) unknown.push(text)
    else found[name as Preference] ??= value
  }
  return { ...(found as Preferences), unknown }
}

const isUsable = (name: Preference, value: string): boolean =>
  isKnown[name].test(value) && (name !== 'timezone' || isTimeZone(value))

function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/**
 * The value of `Preference-Applied`; undefined when none of `relevant` was requested.
 * @example
 * appliedPreferences({ count: 'exact', return: 'minimal', unknown: [] }, ['return', 'count']) // 'return=minimal, count=exact'
 * appliedPreferences({ count: 'exact', unknown: [] }, ['missing']) // undefined
 */
export function appliedPreferences(preferences: Preferences, relevant: readonly Preference[]): string | undefined {
  const applied = names
    .filter((name) => preferences[name] !== undefined && relevant.includes(name))
    .map((name) => `${name}=${preferences[name]}`)
  return applied.length === 0 ? undefined : applied.join(', ')
}
