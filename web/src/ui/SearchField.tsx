import { Search } from 'lucide-react'
import { useState, type Ref } from 'react'
import { Input } from './Field.tsx'

interface SearchFieldProps {
  label: string
  placeholder: string
  search: string
  onChange: (search: string) => void
  ref?: Ref<HTMLInputElement>
}

/** Has its own text: a search in the URL follows a moment later, and a quick key would be lost. */
export function SearchField({ label, placeholder, search, onChange, ref }: SearchFieldProps) {
  const [typed, setTyped] = useState(search)
  return (
    <div className="relative">
      <Search aria-hidden className="absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" />
      <Input
        {...(ref && { ref })}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        className="pl-9"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          onChange(target.value)
        }}
      />
    </div>
  )
}
