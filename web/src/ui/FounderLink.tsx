import { founderUrl } from '../lib/navigation/founder-urls.ts'
import { Link } from '../lib/navigation/Link.tsx'
import { classNames } from './class-names.ts'

interface FounderLinkProps {
  founder: string
  name: string
  className?: string
}

/** The name of a founder on an admin's screen: it leads to the founder's page. */
export const FounderLink = ({ founder, name, className }: FounderLinkProps) => (
  <Link
    to={founderUrl(founder)}
    className={classNames(
      'wrap-anywhere underline decoration-border underline-offset-4 hover:text-primary hover:decoration-current',
      className,
    )}
  >
    <bdi>{name}</bdi>
  </Link>
)
