/**
 * A member's booking page: the provider's, or the built-in one when no template is configured.
 * @param token lets its bearer book on the built-in page; given to no other
 */
export const bookingUrl = (template: string | null | undefined, member: string, token?: string) => {
  if (template) return template.replaceAll('{member}', encodeURIComponent(member))
  return `/booking/${member}${token === undefined ? '' : `#token=${token}`}`
}
