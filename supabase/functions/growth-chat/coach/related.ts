import type { FounderContext } from '../../_shared/founder-records.ts'
import { titled } from './text.ts'
import type { Topic } from './topics.ts'

/** The newest note and the newest decision whose titles match the subject. */
export function relatedLines({ notes, decisions }: FounderContext, { names }: Topic): string[] {
  const isOnIt = ({ title }: { readonly title: string }) => title.search(names) >= 0
  const note = notes.find(isOnIt)
  const decision = decisions.find(isOnIt)
  return [
    ...(note ? [`A note of your growth squad is on this: ${titled('note', note, note.title)}.`] : []),
    ...(decision
      ? [
          `You have decided on this before: ${titled('decision', decision, decision.title)}, ${decision.result.trim() ? `rated ${decision.impact}` : 'without a result yet'}.`,
        ]
      : []),
  ]
}
