/** Plain, or with the same mark between groups of three digits. */
const TYPED = /^([+-]?)(\d{1,3}(?:([, '’])\d{3}(?:\3\d{3})*)?|\d+)(\.\d+)?$/

/**
 * A number that a person typed, without the marks of its groups: "1200" for "1,200", "1 200", "1'200" and "１２００".
 * Undefined for what is none, or can mean several.
 */
export function plainNumber(typed: string): string | undefined {
  // Other blanks, digits and signs become the plain ones.
  const match = TYPED.exec(typed.normalize('NFKC').replace('−', '-').trim())
  return match ? `${match[1]}${match[2]?.replaceAll(/[, '’]/g, '')}${match[4] ?? ''}` : undefined
}

const grouped = new Intl.NumberFormat('en-US')
const signed = new Intl.NumberFormat('en-US', { signDisplay: 'exceptZero' })
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 })

/** "1,234" */
export const formatCount = (count: number) => grouped.format(count)

/** "+1,234", "-5", "0" */
export const formatChange = (change: number) => signed.format(change)

/** "22%" for 0.221 */
export const formatShare = (share: number) => percent.format(share)

const tenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** "3 kB", "12.5 MB"; rounded up to whole kilobytes below a megabyte. */
export const formatBytes = (bytes: number) =>
  bytes < 1_000_000 ? `${formatCount(Math.ceil(bytes / 1000))} kB` : `${tenths.format(bytes / 1_000_000)} MB`
