import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { copyText } from '../../ui/clipboard.ts'
import { Button } from '../../ui/Button.tsx'
import { withoutReferences } from './references.ts'

/** Milliseconds for which the button shows that it worked. */
const CONFIRMATION_MS = 2000

interface CopyButtonProps {
  answer: string
  /** When the answer was given, to distinguish the buttons' labels. */
  time: string
}

/** Copies an answer as Markdown. */
export function CopyButton({ answer, time }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setIsCopied(false), CONFIRMATION_MS)
    return () => clearTimeout(timer)
  }, [isCopied])

  const copy = async (button: Element) => {
    const shown = button.closest('article')?.querySelector('.prose')
    if (await copyText(withoutReferences(answer), shown)) setIsCopied(true)
  }

  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="-mb-2 -ml-1 self-start px-2 text-muted"
        title={`The answer of ${time}`}
        onClick={({ currentTarget }) => void copy(currentTarget)}
      >
        {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
      <span aria-live="polite" className="sr-only">
        {isCopied && 'Copied'}
      </span>
    </>
  )
}
