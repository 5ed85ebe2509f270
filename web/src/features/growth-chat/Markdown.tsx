import { Markdown as Base } from 'markdown-to-jsx/react'
import type { ComponentProps } from 'react'

/** The model's text is never HTML: no tags, no images, and links to https only. */
export const Markdown = ({ text }: { text: string }) => (
  <Base options={options} className="prose">
    {text}
  </Base>
)

const SafeLink = ({ href = '', children }: ComponentProps<'a'>) =>
  /^https:\/\//i.test(href) ? (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ) : (
    <span>{children}</span>
  )

const options = {
  disableParsingRawHTML: true,
  optimizeForStreaming: true,
  forceBlock: true,
  // Headings would else take ids that the page may use itself.
  slugify: (heading: string) => `answer-${heading.replace(/\W+/g, '-')}`,
  overrides: { a: { component: SafeLink }, img: { component: () => null } },
} as const
