import { Markdown as Base, RuleType, type MarkdownToJSX } from 'markdown-to-jsx/react'
import { Children, memo, type ComponentProps } from 'react'
import { hasMarks, markReferences, withLinks } from './RecordLink.tsx'

interface MarkdownProps {
  text: string
  /** While it grows, syntax that is not closed yet is not shown; in a whole text it is text. */
  isGrowing?: boolean | undefined
}

/** Renders the model's text without HTML: no tags, no images, and links only to https and to the founder's own records. */
export const Markdown = memo(({ text, isGrowing = false }: MarkdownProps) => (
  <Base options={isGrowing ? growingOptions : options} className="prose">
    {markReferences(text)}
  </Base>
))

/** The text of a link is the model's, and may name another host than the link leads to. */
function SafeLink({ href = '', children }: ComponentProps<'a'>) {
  if (!/^https:\/\//i.test(href) || !URL.canParse(href)) return <span>{children}</span>
  const { host, origin } = new URL(href)
  const [text, ...more] = Children.toArray(children)
  // One with credentials begins like the address of another host.
  const isItself = text === href && more.length === 0 && href.toLowerCase().startsWith(origin)
  return (
    <>
      <a href={href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
      {host !== location.host && !isItself && (
        <>
          {' ('}
          {/* A control of direction in the text before would turn it around. */}
          <bdi>{host}</bdi>)
        </>
      )}
    </>
  )
}

/** A task list item, read-only. */
const TaskBox = ({ checked }: ComponentProps<'input'>) => <span className="task-box">{checked ? '☑' : '☐'}</span>

/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */
const CodeBlock = ({ children }: ComponentProps<'pre'>) => <pre tabIndex={0}>{children}</pre>
const Table = ({ children }: ComponentProps<'table'>) => (
  <table dir="auto" tabIndex={0}>
    {children}
  </table>
)
/* oxlint-enable jsx-a11y/no-noninteractive-tabindex */

/** Elements with a side: a list in Arabic has its bullets on the right. Those with a direction of their own do not count. */
const SIDED = ['ul', 'ol', 'blockquote'] as const

const options: MarkdownToJSX.Options = {
  disableParsingRawHTML: true,
  // Text between two lines of dashes at the beginning stays text.
  preserveFrontmatter: true,
  forceBlock: true,
  // Else a list or a table that is alone would itself be the element of the class.
  forceWrapper: true,
  // Headings would get ids that the page may use itself.
  slugify: (heading) => `answer-${heading.replace(/\W+/g, '-')}`,
  overrides: {
    ...Object.fromEntries(SIDED.map((name) => [name, { props: { dir: 'auto' } }])),
    a: { component: SafeLink },
    img: { component: () => null },
    input: { component: TaskBox },
    pre: { component: CodeBlock },
    table: { component: Table },
  },
  renderRule(next, node, _, { key }) {
    if (node.type === RuleType.codeBlock && hasMarks(node.text)) {
      return (
        <CodeBlock key={key}>
          <code>{withLinks(node.text)}</code>
        </CodeBlock>
      )
    }
    const mayRefer = node.type === RuleType.text || node.type === RuleType.codeInline
    return mayRefer && hasMarks(node.text) ? withLinks(node.text) : next()
  },
}

const growingOptions: MarkdownToJSX.Options = { ...options, optimizeForStreaming: true }
