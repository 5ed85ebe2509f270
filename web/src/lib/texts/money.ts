const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })

/** "$12,500": US dollars, rounded to whole ones. */
export const formatUsd = (dollars: number) => usd.format(dollars)
