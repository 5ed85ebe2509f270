/** Says that a list is truncated. */
export const NewestOnly = ({ shown, total }: { shown: number; total: number }) =>
  total > shown && (
    <p className="mb-2 text-sm text-muted">
      The newest {shown} of {total}
    </p>
  )
