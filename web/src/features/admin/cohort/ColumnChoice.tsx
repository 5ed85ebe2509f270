import { useState } from 'react'
import { COLUMNS } from './columns.tsx'
import type { UsersView } from './view.ts'

/** Which columns the table has, and the exported file. */
export function ColumnChoice({ view: { columns, setColumns } }: { view: UsersView }) {
  // The URL follows a moment later, and a quick press would be lost.
  const [chosen, setChosen] = useState(() => columns.map(({ id }) => id))
  const toggle = (column: string) => {
    const next = chosen.includes(column) ? chosen.filter((id) => id !== column) : [...chosen, column]
    setChosen(next)
    setColumns(next)
  }
  return (
    <fieldset>
      <legend className="sr-only">Columns</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {COLUMNS.map(({ id, label }) => (
          <label key={id} className="flex min-h-8 items-center gap-2 text-sm pointer-coarse:min-h-11">
            <input
              type="checkbox"
              className="size-4 accent-primary"
              checked={chosen.includes(id)}
              onChange={() => toggle(id)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
