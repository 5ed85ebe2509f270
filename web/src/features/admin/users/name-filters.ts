/**
 * The `or` filters that find a name: each word must be part of the first or the last name.
 * @returns PostgREST filters, to be joined by "and"; the words are quoted and match literally
 */
export const nameFilters = (search: string): string[] =>
  wordsOf(search).map((word) => {
    const pattern = quoted(`%${word.replace(/[\\%_]/g, '\\$&')}%`)
    return `first_name.ilike.${pattern},last_name.ilike.${pattern}`
  })

/** The same rule, for names that are here already. */
export const matchesName = (search: string, { first_name, last_name }: { first_name: string; last_name: string }) =>
  wordsOf(search.toLowerCase()).every((word) =>
    [first_name, last_name].some((name) => name.toLowerCase().includes(word)),
  )

const wordsOf = (search: string) => search.split(/\s+/).filter(Boolean)

const quoted = (value: string) => `"${value.replace(/["\\]/g, '\\$&')}"`
