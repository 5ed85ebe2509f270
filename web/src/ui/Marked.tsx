import { partsOf } from '../lib/texts/words.ts'
import { classNames } from './class-names.ts'

interface MarkedProps {
  text: string
  /** The words that were searched for. */
  words: readonly string[]
  /** Look of the words that were found, instead of bold. */
  className?: string
}

/** A text with the words of a search marked in it. */
export const Marked = ({ text, words, className = 'bg-transparent text-foreground' }: MarkedProps) =>
  partsOf(text, words).map(({ text, isHit }, index) =>
    isHit ? (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one text
      <mark key={index} className={classNames('font-semibold', className)}>
        {text}
      </mark>
    ) : (
      text
    ),
  )
