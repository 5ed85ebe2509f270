/** The default name and tagline of the product. */
export const PRODUCT_DEFAULTS = { name: 'Upswing', tagline: 'Your AI-powered growth co-founder' } as const
