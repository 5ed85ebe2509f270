/**
 * The URL of a member's booking page: the configured one, or the built-in one.
 * @param token for the built-in page only
 */
export const bookingUrl = (template: string | null | undefined, member: string, token?: string) => {
  if (template) return template.replaceAll('{member}', encodeURIComponent(member))
  return `/booking/${member}${token === undefined ? '' : `#token=${token}`}`
}
