/** Markdown as it is said: its words without its signs. A table is its cells, a link is its text. */
export const readOut = (markdown: string): string =>
  markdown
    .replaceAll(/!\[[^[\]\n]*\]\([^()\n]*\)/g, '')
    .replaceAll(/\[([^[\]\n]*)\]\([^()\n]*\)/g, '$1')
    .replaceAll(/^[ \t]*(?:#{1,6}|[*+>-])[ \t]+/gm, '')
    // The line under the head of a table, and a rule.
    .replaceAll(/^[|: \t-]+$/gm, '')
    .replaceAll(/\*\*|~~|`+/g, '')
    .replaceAll(/[| \t]+/g, ' ')
    .trim()
