import { LinkifyIt } from 'linkify-it'
import { memo, type ReactNode } from 'react'

/** Credentials are read, to recognize an address that shows another host than it leads to. Bare names become no link. */
const linkifier = new LinkifyIt({ urlAuth: true, fuzzyEmail: false }).add('ftp:', null).add('//', null)

/** A text whose addresses (https, http, mailto) are links; punctuation around them is not part of them. */
export const Links = memo(({ text }: { text: string }) => {
  const parts: ReactNode[] = []
  let end = 0
  for (const { index, lastIndex, url, text: shown } of linkifier.match(text) ?? []) {
    const link = URL.canParse(url) ? new URL(url) : undefined
    const isMail = link?.protocol === 'mailto:'
    // Letters of another alphabet can look like those of a known host, which is shown apart; a mail's is not.
    if (!link || (isMail ? /[^ -~]/ : /^\w+:\/\/[^/?#]*@/).test(url)) continue
    parts.push(
      text.slice(end, index),
      <a
        key={index}
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        className="underline underline-offset-2 focus-visible:outline-current"
      >
        {shown}
      </a>,
      !isMail && !shown.toLowerCase().startsWith(link.origin) && ` (${link.host})`,
    )
    end = lastIndex
  }
  return [...parts, text.slice(end)]
})
