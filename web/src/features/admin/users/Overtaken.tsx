import { Button } from '../../../ui/Button.tsx'

interface OvertakenProps {
  /** What another admin has changed. */
  what: string
  stored: string
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** A conflict: two admins have edited one text. Shows both before either is overwritten. */
export const Overtaken = ({ what, stored, onKeepMine, onTakeTheirs }: OvertakenProps) => (
  <section
    aria-label="The other admin's version"
    className="flex flex-col gap-3 rounded-lg border border-destructive/50 p-4"
  >
    <output className="font-medium">{what}</output>
    <p className="max-h-48 overflow-y-auto wrap-anywhere whitespace-pre-wrap text-muted">{stored || '(empty)'}</p>
    <div className="flex flex-wrap gap-2">
      <Button variant="outline" size="sm" onClick={onKeepMine}>
        Keep mine
      </Button>
      <Button variant="outline" size="sm" onClick={onTakeTheirs}>
        Take theirs
      </Button>
    </div>
  </section>
)
