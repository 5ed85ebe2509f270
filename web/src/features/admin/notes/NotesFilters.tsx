import { useQuery } from '@tanstack/react-query'
import { inWords } from '../../../lib/texts/categories.ts'
import { Button } from '../../../ui/Button.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { Select } from '../../../ui/Select.tsx'
import { noteAuthorsQuery, noteCategoriesQuery } from './api.ts'
import type { NotesView } from './view.ts'

const ANY = 'any'
const FORMER = 'A former admin'

/** By words of the note or its founder's name, category and author. */
export function NotesFilters({ view: { filters, historyKey, set, clear } }: { view: NotesView }) {
  const { search, category, author } = filters
  const { data: categories = [] } = useQuery(noteCategoriesQuery)
  const { data: authors = [] } = useQuery(noteAuthorsQuery)
  // Those of the URL may not be among them.
  const shownCategories = new Set([...categories, ...(category ? [category] : [])])
  const shownAuthors = authors.map(({ id, name }) => ({ id, label: name ?? FORMER }))
  if (author && !authors.some(({ id }) => id === author)) shownAuthors.push({ id: author, label: FORMER })
  return (
    <div className="grid items-end gap-3 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <SearchField
          key={historyKey}
          label="Search notes"
          placeholder="Search notes and founders..."
          search={search}
          onChange={(search) => set('search', search)}
        />
      </div>
      <Select
        label="Filter by category"
        options={[
          { id: ANY, label: 'Any category' },
          ...[...shownCategories].map((id) => ({ id: `=${id}`, label: inWords(id) })),
        ]}
        value={category ? `=${category}` : ANY}
        onChange={(id) => set('category', id === ANY ? '' : id.slice(1))}
      />
      {shownAuthors.length > 0 && (
        <Select
          label="Filter by author"
          options={[{ id: ANY, label: 'Anyone' }, ...shownAuthors]}
          value={author || ANY}
          onChange={(id) => set('author', id === ANY ? '' : id)}
        />
      )}
      {(category || author) && (
        <Button variant="outline" size="sm" className="justify-self-start" onClick={clear}>
          Clear filters
        </Button>
      )}
    </div>
  )
}
