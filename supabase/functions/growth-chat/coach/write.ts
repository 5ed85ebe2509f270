import { proposalMark } from '../../../../domain/proposals.ts'
import { MAX_EVIDENCE, type Answer } from './answer.ts'
import { bullets, heading, numbered } from './text.ts'

/**
 * An answer as Markdown, without HTML and images.
 * @param limit lines of evidence at most
 */
export function writeMarkdown({ line, evidence, article, next, proposals = [] }: Answer, limit = MAX_EVIDENCE): string {
  const shown = evidence.slice(0, limit)
  return [
    line,
    ...(shown.length > 0 ? [bullets(shown)] : []),
    ...(article
      ? [heading(article.title), typeof article.steps === 'string' ? article.steps : numbered(article.steps)]
      : []),
    ...(next ? [`${heading('Next step:')} ${next}`] : []),
    ...(proposals.length > 0 ? [proposals.map(proposalMark).join('\n')] : []),
  ].join('\n\n')
}
