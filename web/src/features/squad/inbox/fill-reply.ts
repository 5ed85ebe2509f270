/** Characters; the database refuses more. */
export const SAVED_REPLY_LIMITS = { title: 60, content: 5000 } as const

/** Characters of an internal note; the database refuses more. */
export const INTERNAL_NOTE_LIMIT = 5000

/** Placeholders of a saved reply, and their values. */
export interface ReplyNames {
  readonly first_name: string
  readonly last_name: string
  /** The display name of who answers. */
  readonly sender: string
}

/** The placeholders of a saved reply, for its form. */
export const PLACEHOLDERS = ['{first_name}', '{last_name}', '{sender}'] as const

/** The text of a saved reply for one founder. A founder without a first name is greeted as "there". */
export const filledReply = (content: string, { first_name, last_name, sender }: ReplyNames): string => {
  const values: Readonly<Record<string, string>> = { first_name: first_name.trim() || 'there', last_name, sender }
  // Other text in braces stays as it is. Names are inserted once: they may contain braces themselves.
  return content.replace(/\{(\w+)\}/g, (text, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? text) : text,
  )
}
