import { useQuery } from '@tanstack/react-query'
import { AI_MEMORY_LIMIT } from '../../../../../domain/ai-memory.ts'
import { useDraft } from '../../../lib/drafts.ts'
import { useAccount } from '../../../lib/session.tsx'
import { texts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextareaField } from '../../../ui/Field.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { memoryQuery, useSaveMemory } from './api.ts'

/** What the AI should know about a founder; the founder does not see it. */
export function MemoryTab({ founder }: { founder: string }) {
  const memory = useQuery(memoryQuery(founder))
  const [typed, setTyped] = useDraft<string | null>(useAccount().id, `memory-${founder}`, null)
  const { mutate: save, isPending } = useSaveMemory(founder)

  return (
    <Loaded query={memory} failed={texts.admin.memoryLoadFailed}>
      {(stored) => {
        const text = typed ?? stored
        return (
          <div className="flex flex-col gap-4">
            <TextareaField
              label="AI memory"
              hint="The AI co-founder reads this, the founder does not"
              className="min-h-48"
              maxLength={AI_MEMORY_LIMIT}
              value={text}
              onChange={(event) => setTyped(event.target.value)}
            />
            <Button
              className="self-start"
              disabled={isPending}
              onClick={() => save(text, { onSuccess: () => setTyped(null) })}
            >
              {isPending ? 'Saving...' : 'Save'}
            </Button>
          </div>
        )
      }}
    </Loaded>
  )
}
