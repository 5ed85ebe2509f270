import { useState } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { LinkedText } from '../../../ui/LinkedText.tsx'

/** Characters, and lines, from which on a text is shown in part at first. */
const LONG = { characters: 480, lines: 6 } as const

const isLong = (text: string) => text.length > LONG.characters || text.split('\n').length > LONG.lines

interface LongTextProps {
  text: string
  /** Before the text. */
  label?: string
}

/** A person's text; of a long one the beginning, until the reader wants all of it. */
export function LongText({ text, label }: LongTextProps) {
  const [isWhole, setIsWhole] = useState(false)
  if (!text) return null
  const isCut = isLong(text) && !isWhole
  return (
    <div className="max-w-3xl">
      <p className={classNames('wrap-anywhere whitespace-pre-wrap', isCut && 'line-clamp-5')}>
        {label && <span className="text-muted">{label}: </span>}
        <bdi>
          <LinkedText text={text} />
        </bdi>
      </p>
      {isLong(text) && (
        <button
          type="button"
          aria-expanded={isWhole}
          className="min-h-6 text-sm font-medium text-primary hover:underline pointer-coarse:min-h-11"
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : 'Show more'}
        </button>
      )}
    </div>
  )
}
