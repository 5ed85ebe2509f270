/**
 * A founder's page, for admins.
 * @example
 * founderUrl('5f0c') // '/admin/founders/5f0c'
 */
export const founderUrl = (founder: string) => `/admin/founders/${founder}`

/**
 * Where an admin imports records for a founder.
 * @example
 * founderImportUrl('5f0c') // '/admin/founders/5f0c/import'
 */
export const founderImportUrl = (founder: string) => `${founderUrl(founder)}/import`

/**
 * A founder's conversation with the squad, at a message if one is given.
 * @example
 * conversationUrl('5f0c') // '/admin/squad?founder=5f0c'
 * conversationUrl('5f0c', '7a1b') // '/admin/squad?founder=5f0c#7a1b'
 */
export const conversationUrl = (founder: string, message?: string) =>
  `/admin/squad?founder=${founder}${message === undefined ? '' : `#${message}`}`
