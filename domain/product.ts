/** What the product is called unless the operator says otherwise. */
export const PRODUCT_DEFAULTS = { name: 'Upswing', tagline: 'Your AI-powered growth co-founder' } as const
