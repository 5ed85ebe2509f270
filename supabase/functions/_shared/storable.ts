/** Whether PostgreSQL can store a text: without NUL and unpaired surrogates. */
export const isStorable = (text: string): boolean => !/[\0\p{Cs}]/u.test(text)
