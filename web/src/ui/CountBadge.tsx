/** Higher counts are shown as "99+". */
const HIGHEST_SHOWN = 99

/** How many are unread, or wait: part of the name of the link or tab that it stands in. */
export const CountBadge = ({ count, what }: { count: number; what: string }) => (
  <>
    <span
      aria-hidden
      className="ml-auto min-w-5 rounded-full bg-primary px-1.5 text-center text-xs leading-5 text-on-primary tabular-nums"
    >
      {count > HIGHEST_SHOWN ? `${HIGHEST_SHOWN}+` : count}
    </span>
    <span className="sr-only">
      {count} {what}
    </span>
  </>
)
