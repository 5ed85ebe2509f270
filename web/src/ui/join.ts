/** Joins class names, without the absent ones. */
export const join = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ')
