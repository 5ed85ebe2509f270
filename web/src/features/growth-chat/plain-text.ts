/** Markdown as plain text for screen readers: a table is its cells, a link its text. */
export const toPlainText = (markdown: string): string =>
  markdown
    .replaceAll(/!\[[^[\]\n]*\]\([^()\n]*\)/g, '')
    .replaceAll(/\[([^[\]\n]*)\]\([^()\n]*\)/g, '$1')
    .replaceAll(/^[ \t]*(?:#{1,6}|[*+>-])[ \t]+/gm, '')
    // The delimiter row of a table, and a horizontal rule.
    .replaceAll(/^[|: \t-]+$/gm, '')
    .replaceAll(/\*\*|~~|`+/g, '')
    .replaceAll(/[| \t]+/g, ' ')
    .trim()
