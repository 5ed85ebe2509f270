/** Squad team members, SPEC section 2. */
export const SQUAD = [
  { id: 'whole-squad', name: 'Whole Growth Squad' },
  { id: 'strategy', name: 'Strategy Lead' },
  { id: 'growth', name: 'Growth Expert' },
  { id: 'product', name: 'Product Advisor' },
  { id: 'engineer', name: 'Engineering Support' },
  { id: 'founder-support', name: 'Founder Support' },
] as const

export type SquadId = (typeof SQUAD)[number]['id']

const WHOLE_SQUAD: SquadId = 'whole-squad'

/** SPEC section 4. */
export const DEFAULT_RECIPIENTS: readonly SquadId[] = [WHOLE_SQUAD]

/** SPEC section 2. */
export const BOOKABLE_IDS = ['whole-squad', 'strategy', 'growth', 'product'] as const

export type BookableId = (typeof BOOKABLE_IDS)[number]

/** Members who can be booked for a call, in the order of the list. */
export const BOOKABLE = BOOKABLE_IDS.map((id) => ({ id, name: SQUAD.find((member) => member.id === id)?.name ?? id }))

/** Characters; the database refuses more. */
export const SQUAD_MESSAGE_LIMIT = 5000

/** Characters of the name in a reply's signature; the database refuses more. */
export const SENDER_NAME_LIMIT = 100

/**
 * The whole squad excludes its members and vice versa; choosing again deselects (SPEC section 4).
 * @example
 * chooseRecipient(['whole-squad'], 'growth') // ['growth']
 * chooseRecipient(['growth'], 'product') // ['growth', 'product']
 * chooseRecipient(['growth'], 'growth') // []
 * chooseRecipient(['growth'], 'whole-squad') // ['whole-squad']
 */
export function chooseRecipient(chosen: readonly SquadId[], id: SquadId): readonly SquadId[] {
  if (id === WHOLE_SQUAD) return DEFAULT_RECIPIENTS
  const members = chosen.filter((other) => other !== WHOLE_SQUAD)
  return members.includes(id) ? members.filter((other) => other !== id) : [...members, id]
}

/**
 * The stored text of a message: the ids of its recipients come before the text (SPEC section 5).
 * @example
 * addressed(['growth', 'product'], 'Hello') // 'To: growth, product\n\nHello'
 */
export const addressed = (recipients: readonly SquadId[], text: string) => `To: ${recipients.join(', ')}\n\n${text}`

const ADDRESS = /^To: ([a-z-]+(?:, [a-z-]+)*)\n\n/

/**
 * The text of a stored message, without its recipients.
 * @example
 * unaddressed('To: growth, product\n\nHello') // 'Hello'
 */
export const unaddressed = (content: string) => content.replace(ADDRESS, '')

/**
 * The recipients of a stored message.
 * @example
 * recipientsOf('To: product, growth\n\nHello') // ['growth', 'product']
 */
export function recipientsOf(content: string): readonly SquadId[] {
  const ids: readonly string[] = ADDRESS.exec(content)?.[1]?.split(', ') ?? []
  return SQUAD.map(({ id }) => id).filter((id) => ids.includes(id))
}

/** The recipients of a message of which the beginning is on one line, and what it says. */
function partsOf(excerpt: string): { recipients: readonly SquadId[]; text: string } {
  const text = excerpt.replace(/^To: [a-z-]+(?:, [a-z-]+)* /, '')
  const recipients = recipientsOf(`${excerpt.slice(0, excerpt.length - text.length).trimEnd()}\n\n`)
  return { recipients, text: recipients.length === 0 ? excerpt : text }
}

/**
 * The beginning of a stored message on one line, with the names of its recipients; without them when it is for all.
 * @example
 * namedExcerpt('To: growth, product Hello') // 'To: Growth Expert, Product Advisor – Hello'
 * namedExcerpt('To: whole-squad Hello') // 'Hello'
 */
export function namedExcerpt(excerpt: string): string {
  const { recipients, text } = partsOf(excerpt)
  return recipients.length === 0 || recipients[0] === WHOLE_SQUAD ? text : `To: ${namesOf(recipients)} – ${text}`
}

/**
 * The same without its recipients.
 * @example
 * unaddressedExcerpt('To: growth, product Hello') // 'Hello'
 */
export const unaddressedExcerpt = (excerpt: string): string => partsOf(excerpt).text

/**
 * The recipients of a message of which the beginning is known: the last id may be cut.
 * @example
 * previewRecipients('To: growth, product\n\nHello') // ['growth', 'product']
 * previewRecipients('To: strategy, growth, product, engineer, founder-s') // ['strategy', 'growth', 'product', 'engineer', 'founder-support']
 * previewRecipients('Hello') // []
 */
export function previewRecipients(preview: string): readonly SquadId[] {
  const [address = '', rest] = preview.split('\n\n', 2)
  const ids = /^To: ([a-z-]+(?:, [a-z-]+)*)/.exec(address)?.[1]?.split(', ') ?? []
  const isCut = rest === undefined
  return SQUAD.map(({ id }) => id).filter((id) =>
    ids.some((part, place) => part === id || (isCut && place === ids.length - 1 && part !== '' && id.startsWith(part))),
  )
}

/**
 * @example
 * namesOf(['product', 'growth']) // 'Growth Expert, Product Advisor'
 */
export const namesOf = (ids: readonly SquadId[]): string =>
  SQUAD.filter(({ id }) => ids.includes(id))
    .map(({ name }) => name)
    .join(', ')
