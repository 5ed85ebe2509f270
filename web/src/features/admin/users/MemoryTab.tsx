import { useQuery } from '@tanstack/react-query'
import { AI_MEMORY_LIMIT } from './ai-memory.ts'
import { useDraft } from '../../../lib/offline/drafts.ts'
import { useAccount } from '../../../lib/session/session.tsx'
import { adminTexts } from '../../../lib/texts/admin-texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextareaField } from '../../../ui/Textarea.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { memoryQuery, useSaveMemory } from './api.ts'
import { Overtaken } from './Overtaken.tsx'

interface Edit {
  readonly text: string
  /** The stored text when editing started. */
  readonly of: string
}

/** The AI's memory about a founder, which the founder does not see. */
export function MemoryTab({ founder }: { founder: string }) {
  const memory = useQuery(memoryQuery(founder))
  const [edit, setEdit] = useDraft<Edit | null>(useAccount().id, `memory-of-${founder}`, null)
  // Text typed while a save is in flight stays, as an edit of the saved text.
  const { mutate: save, isPending } = useSaveMemory(founder, (saved) =>
    setEdit((now) => (now === null || now.text === saved ? null : { ...now, of: saved })),
  )

  return (
    <Loaded query={memory} failed={adminTexts.memoryLoadFailed}>
      {(stored) => {
        const { text, of } = edit ?? { text: stored, of: stored }
        const isOvertaken = of !== stored && text !== stored
        return (
          <div className="flex flex-col gap-4">
            <TextareaField
              label="AI memory"
              hint={text === stored ? 'The AI co-founder reads this, the founder does not' : 'Not saved yet'}
              className="min-h-48"
              limit={AI_MEMORY_LIMIT}
              value={text}
              onChange={(event) => setEdit({ text: event.target.value, of })}
            />
            {isOvertaken && (
              <Overtaken
                what={adminTexts.memoryOvertaken}
                stored={stored}
                onKeepMine={() => setEdit({ text, of: stored })}
                onTakeTheirs={() => setEdit(null)}
              />
            )}
            <Button
              className="self-start"
              disabled={isOvertaken || text.length > AI_MEMORY_LIMIT}
              aria-disabled={isPending}
              onClick={() => !isPending && save({ text, of })}
            >
              {isPending ? 'Saving...' : 'Save'}
            </Button>
          </div>
        )
      }}
    </Loaded>
  )
}
