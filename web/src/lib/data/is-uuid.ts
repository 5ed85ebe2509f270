const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * @example
 * isUuid('5f0c2b1e-0000-4000-8000-000000000001') // true
 * isUuid('5f0c') // false
 */
export const isUuid = (text: string): boolean => UUID.test(text)
