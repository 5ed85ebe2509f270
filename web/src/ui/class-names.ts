/** Joins class names, without the absent ones. */
export const classNames = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ')
