import { isUuid } from '../../../lib/data/is-uuid.ts'
import { setSearchParams } from '../../../lib/navigation/navigate.ts'
import { useSearchParams } from '../../../lib/navigation/Router.tsx'
import { useHistoryKey } from '../../../ui/use-history-key.ts'
import type { NoteFilters } from './api.ts'
import { NOTE_LIMITS } from './written-note.ts'

/** Search and filters are in the URL: a reload, Back and a colleague see the same. Invalid ones count as none. */
export function useNotesView() {
  const params = useSearchParams()
  const historyKey = useHistoryKey()
  const author = params.get('author') ?? ''
  const search = params.get('search') ?? ''
  const filters: NoteFilters = {
    search,
    category: params.get('category')?.slice(0, NOTE_LIMITS.category) ?? '',
    author: isUuid(author) ? author : '',
  }
  return {
    filters,
    /** Another after each step through the history. */
    historyKey,
    set: (name: keyof NoteFilters, value: string) =>
      setSearchParams(
        (params) => {
          if (value) params.set(name, value)
          else params.delete(name)
          return params
        },
        { replace: true },
      ),
    /** The search stays. */
    clear: () => setSearchParams(search ? { search } : {}, { replace: true }),
  }
}

export type NotesView = ReturnType<typeof useNotesView>
