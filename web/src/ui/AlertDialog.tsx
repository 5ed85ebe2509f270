import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import { Button } from './Button.tsx'

interface AlertDialogProps {
  title: string
  description: string
  confirmLabel: string
  /** The label of the button that cancels. */
  closeLabel?: string
  onConfirm: () => void
  onClose: () => void
}

/** Confirms an irreversible action. Open while it is rendered. */
export function AlertDialog({
  title,
  description,
  confirmLabel,
  closeLabel = 'Cancel',
  onConfirm,
  onClose,
}: AlertDialogProps) {
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop forceRender className="fixed inset-0 z-40 bg-scrim" />
        <Base.Viewport className="fixed inset-0 z-40 grid place-items-center p-4">
          <Base.Popup className="w-full max-w-md rounded-xl border border-border bg-surface p-6 shadow-raised">
            <Base.Title className="text-lg wrap-anywhere">{title}</Base.Title>
            <Base.Description className="mt-1 wrap-anywhere text-muted">{description}</Base.Description>
            <div className="mt-6 flex justify-end gap-2">
              <Button variant="outline" onClick={onClose}>
                {closeLabel}
              </Button>
              <Button variant="destructive" onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
