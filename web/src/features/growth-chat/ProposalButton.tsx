import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '../../ui/Button.tsx'

interface ProposalButtonProps extends Pick<
  ComponentProps<'button'>,
  'onClick' | 'children' | 'aria-disabled' | 'aria-describedby'
> {
  icon: LucideIcon
}

/** Button of a proposal that has not been pressed. */
export const ProposalButton = ({ icon: Icon, children, ...rest }: ProposalButtonProps) => (
  <Button
    variant="outline"
    size="sm"
    className="h-auto! min-h-8 max-w-full py-1.5 text-start whitespace-normal! pointer-coarse:min-h-11"
    {...rest}
  >
    <Icon aria-hidden />
    <span className="line-clamp-2 wrap-anywhere">{children}</span>
  </Button>
)
