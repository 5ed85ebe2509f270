/** A member's booking page: the provider's, or the built-in one when no template is configured. */
export const bookingUrl = (template: string | null | undefined, member: string) =>
  template ? template.replaceAll('{member}', encodeURIComponent(member)) : `/booking/${member}`
