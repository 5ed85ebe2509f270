/** Plain, or with the same mark between groups of three digits, of which the first begins with no zero. */
const TYPED = /^([+-]?)([1-9]\d{0,2}([, '’])\d{3}(?:\3\d{3})*|\d+)(\.\d+)?$/

/**
 * A number that a person typed, without the marks of its groups; undefined for what is none, or can mean several.
 * @example
 * plainNumber('1,200') // '1200'
 * plainNumber("1'200.50") // '1200.50'
 * plainNumber('１ ２００') // '1200'
 * plainNumber('1,2') // undefined
 * plainNumber('0,125') // undefined
 */
export function plainNumber(typed: string): string | undefined {
  // Other blanks, digits and signs become the plain ones.
  const match = TYPED.exec(typed.normalize('NFKC').replace('−', '-').trim())
  return match ? `${match[1]}${match[2]?.replaceAll(/[, '’]/g, '')}${match[4] ?? ''}` : undefined
}

const grouped = new Intl.NumberFormat('en-US')
const signed = new Intl.NumberFormat('en-US', { signDisplay: 'exceptZero' })
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 })

/**
 * @example
 * formatCount(1234) // '1,234'
 */
export const formatCount = (count: number) => grouped.format(count)

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/**
 * For the axis of a chart.
 * @example
 * formatCompact(500_000) // '500K'
 * formatCompact(1_200_000) // '1.2M'
 * formatCompact(40) // '40'
 */
export const formatCompact = (count: number) => compact.format(count)

/**
 * @example
 * formatChange(1234) // '+1,234'
 * formatChange(-5) // '-5'
 * formatChange(0) // '0'
 */
export const formatChange = (change: number) => signed.format(change)

/**
 * @example
 * formatShare(0.221) // '22%'
 */
export const formatShare = (share: number) => percent.format(share)

const tenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/**
 * Rounded up to whole kilobytes below a megabyte.
 * @example
 * formatBytes(2001) // '3 kB'
 * formatBytes(12_500_000) // '12.5 MB'
 */
export const formatBytes = (bytes: number) =>
  bytes < 1_000_000 ? `${formatCount(Math.ceil(bytes / 1000))} kB` : `${tenths.format(bytes / 1_000_000)} MB`
