import { Dialog } from '../../../ui/Dialog.tsx'
import { REPLY_SHORTCUTS, setShortcutsOn, SHORTCUTS, useShortcutsOn } from './shortcuts.ts'

/** The keys of the inbox, and whether single ones act. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const isOn = useShortcutsOn()
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <div className="flex flex-col gap-5">
        <Keys title="In the inbox" keys={SHORTCUTS} />
        <Keys title="In the reply" keys={REPLY_SHORTCUTS} />
        <label className="flex min-h-9 items-center gap-3 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            className="size-4 accent-primary"
            checked={isOn}
            onChange={(event) => setShortcutsOn(event.target.checked)}
          />
          Use single-key shortcuts
        </label>
      </div>
    </Dialog>
  )
}

interface KeysProps {
  title: string
  keys: readonly { readonly key: string; readonly label: string }[]
}

const Keys = ({ title, keys }: KeysProps) => (
  <section>
    <h3 className="mb-2 text-base">{title}</h3>
    <dl className="grid grid-cols-[6.5rem_1fr] gap-y-1.5">
      {keys.map(({ key, label }) => (
        <div key={key} className="contents">
          <dt>
            <kbd className="rounded-sm border border-border bg-sunken px-1.5 py-0.5 text-sm">{key}</kbd>
          </dt>
          <dd>{label}</dd>
        </div>
      ))}
    </dl>
  </section>
)
