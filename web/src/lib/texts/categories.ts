/**
 * A category as it is shown. Most are slugs, as of an import; what someone wrote with spaces or capitals stays.
 * @example
 * inWords('buyer-insights') // 'Buyer insights'
 * inWords('go_to_market') // 'Go to market'
 * inWords('B2B in Leeds') // 'B2B in Leeds'
 */
export const inWords = (category: string): string =>
  /^[a-z\d]+([-_][a-z\d]+)*$/u.test(category)
    ? category.charAt(0).toUpperCase() + category.slice(1).replaceAll(/[-_]/g, ' ')
    : category
