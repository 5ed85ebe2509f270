/** Whether PostgreSQL can hold a text: one without NUL and without half a surrogate pair. */
export const isStorable = (text: string): boolean => !/[\0\p{Cs}]/u.test(text)
