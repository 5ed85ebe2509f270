/**
 * Joins class names, without the absent ones.
 * @example
 * classNames('card', false, undefined, 'wide') // 'card wide'
 */
export const classNames = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ')
