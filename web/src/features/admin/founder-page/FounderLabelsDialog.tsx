import { Dialog } from '../../../ui/Dialog.tsx'
import { FounderLabels } from '../labels/FounderLabels.tsx'

interface FounderLabelsDialogProps {
  founder: string
  name: string
  onClose: () => void
}

export const FounderLabelsDialog = ({ founder, name, onClose }: FounderLabelsDialogProps) => (
  <Dialog title={`Labels of ${name}`} onClose={onClose}>
    <FounderLabels founder={founder} />
  </Dialog>
)
