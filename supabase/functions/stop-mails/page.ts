import { escapeHtml } from '../_shared/mail-body.ts'

interface Page {
  readonly title: string
  readonly status: 200 | 400
  /** The first one is the heading. */
  readonly lines: readonly string[]
  /** Posts to the page's own URL. */
  readonly button?: string
}

const STYLE = `:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1.5rem}
h1{font-size:1.5rem;line-height:1.3}
button{font:inherit;font-weight:600;padding:.7rem 1.2rem;border:1px solid;border-radius:.5rem;cursor:pointer}`

/** A page that needs neither scripts nor the web app: it is shown to people who are not signed in. */
export function page({ title, status, lines: [heading = '', ...lines], button }: Page): Response {
  const nonce = crypto.randomUUID()
  const form =
    button === undefined
      ? ''
      : `<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>${escapeHtml(button)}</button></form>`
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(heading)} – ${escapeHtml(title)}</title>
<style nonce="${nonce}">${STYLE}</style>
<main>
<p>${escapeHtml(title)}</p>
<h1>${escapeHtml(heading)}</h1>
${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
${form}
</main>
</html>
`
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      'X-Content-Type-Options': 'nosniff',
      // The token is in the URL.
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    },
  })
}
