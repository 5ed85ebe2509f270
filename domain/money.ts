const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })

/**
 * US dollars, rounded to whole ones.
 * @example
 * formatUsd(12_500.4) // '$12,500'
 */
export const formatUsd = (dollars: number) => usd.format(dollars)
