/**
 * A category as it is shown. Most are slugs, as of an import; what someone wrote with spaces or capitals stays.
 * @example
 * inWords('buyer-insights') // 'Buyer insights'
 * inWords('Go to market') // 'Go to market'
 */
export const inWords = (category: string): string =>
  /^[a-z\d]+(-[a-z\d]+)*$/u.test(category)
    ? category.charAt(0).toUpperCase() + category.slice(1).replaceAll('-', ' ')
    : category
