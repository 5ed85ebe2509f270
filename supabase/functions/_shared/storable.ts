/** Whether PostgreSQL can store a text: without NUL and unpaired surrogates. */
export const isStorable = (text: string): boolean => !/[\0\p{Cs}]/u.test(text)

/** The text as PostgreSQL can store it, and as JSON in UTF-8 can hold it. */
export const storable = (text: string): string => text.replaceAll('\0', '').replaceAll(/\p{Surrogate}/gu, '\uFFFD')
