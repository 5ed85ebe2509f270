/** Values of the placeholders of a text for a founder. */
export interface PlaceholderValues {
  readonly first_name: string
  readonly last_name: string
  /** The display name of who writes. */
  readonly sender: string
}

/** The placeholders of saved replies and of messages to many founders. */
export const PLACEHOLDERS = ['{first_name}', '{last_name}', '{sender}'] as const

/** Other words in braces: probably typing errors, which stay as they are. */
export const unknownPlaceholders = (content: string): readonly string[] =>
  [...new Set(content.match(/\{\w+\}/g))].filter((word) => !(PLACEHOLDERS as readonly string[]).includes(word))

/**
 * The text for one founder, as `private.fill_placeholders` sends it. A founder without a first name is greeted as "there".
 */
export const filledText = (content: string, { first_name, last_name, sender }: PlaceholderValues): string => {
  const values: Readonly<Record<string, string>> = { first_name: first_name.trim() || 'there', last_name, sender }
  // Other text in braces stays as it is. Names are inserted once: they may contain braces themselves.
  return content.replace(/\{(\w+)\}/g, (text, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? text) : text,
  )
}
