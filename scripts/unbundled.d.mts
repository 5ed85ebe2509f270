export const unbundled: Readonly<Record<string, readonly string[]>>
