import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'

interface ProposalButtonProps {
  icon: LucideIcon
  onClick: () => void
  children: ReactNode
}

/** What an answer proposes, before it is pressed. */
export const ProposalButton = ({ icon: Icon, onClick, children }: ProposalButtonProps) => (
  <Button
    variant="outline"
    size="sm"
    className="h-auto! min-h-8 max-w-full py-1.5 text-left whitespace-normal! pointer-coarse:min-h-11"
    onClick={onClick}
  >
    <Icon aria-hidden />
    <span className="line-clamp-2 wrap-anywhere">{children}</span>
  </Button>
)
