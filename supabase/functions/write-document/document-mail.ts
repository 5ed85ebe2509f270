import { REFERENCES } from '../../../domain/records.ts'
import { escapeHtml } from '../_shared/mail-body.ts'

interface MailedDocument {
  readonly title: string
  readonly markdown: string
}

const BLANKS_AND_REFERENCE = new RegExp(String.raw`(?<![ \t])[ \t]*${REFERENCES.source}`, 'g')

/** A document as text and as HTML: headings, lists, paragraphs and bold words; everything else is escaped text. */
export function documentMail({ title, markdown }: MailedDocument): { subject: string; text: string; html: string } {
  const plain = markdown.replaceAll(BLANKS_AND_REFERENCE, '').trim()
  const blocks = plain.split('\n').map(blockOf)
  return {
    subject: title,
    text: `${title}\n\n${plain.split('\n').map(unescaped).join('\n')}\n`,
    html: [`<h1 dir="auto">${escapeHtml(title)}</h1>`, ...htmlOf(blocks)].join('\n'),
  }
}

interface Block {
  readonly kind: 'heading' | 'bullet' | 'number' | 'text' | 'none'
  readonly text: string
}

const patterns = [
  ['heading', /^#{1,6}[ \t]+(?<text>.*)$/],
  ['bullet', /^[ \t]*[*+-][ \t]+(?<text>.*)$/],
  ['number', /^[ \t]*\d{1,9}[.)][ \t]+(?<text>.*)$/],
  ['none', /^(?<text>[ \t]*)$/],
] as const

function blockOf(line: string): Block {
  for (const [kind, pattern] of patterns) {
    const text = pattern.exec(line)?.groups?.['text']
    if (text !== undefined) return { kind, text }
  }
  return { kind: 'text', text: line }
}

const lists = { bullet: 'ul', number: 'ol' } as const

function htmlOf(blocks: readonly Block[]): string[] {
  const lines: string[] = []
  let open: 'ul' | 'ol' | undefined
  for (const { kind, text } of blocks) {
    const list = kind === 'bullet' || kind === 'number' ? lists[kind] : undefined
    if (list !== open) {
      if (open) lines.push(`</${open}>`)
      if (list) lines.push(`<${list} dir="auto">`)
      open = list
    }
    if (list) lines.push(`<li style="unicode-bidi:plaintext">${inline(text)}</li>`)
    else if (kind === 'heading') lines.push(`<h2 dir="auto">${inline(text)}</h2>`)
    else if (kind === 'text') lines.push(`<p dir="auto">${inline(text)}</p>`)
  }
  return open ? [...lines, `</${open}>`] : lines
}

/** The boxes of a list, and bold words. */
const inline = (text: string): string =>
  unescaped(
    escapeHtml(text.replace(/^\[ \] /, '☐ ').replace(/^\[x\] /i, '☑ ')).replaceAll(
      /(?<!\\)\*\*(?=\S)([^*]{1,1000}?)(?<=\S)\*\*/g,
      '<strong>$1</strong>',
    ),
  )

/** Without the backslashes before characters that Markdown would read. */
const unescaped = (text: string): string => text.replaceAll(/\\([\\`*_~|])/g, '$1')
