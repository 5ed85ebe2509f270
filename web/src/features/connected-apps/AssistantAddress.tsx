import { Copy } from 'lucide-react'
import { useRef } from 'react'
import { config } from '../../lib/session/config.ts'
import { toastSuccess } from '../../lib/texts/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { copyText } from '../../ui/clipboard.ts'
import { assistantAddress } from './assistant-address.ts'
import { connectedAppsTexts as texts } from './texts.ts'

/** The address that the user gives to an assistant, and how. */
export function AssistantAddress() {
  const shown = useRef<HTMLParagraphElement>(null)
  const address = assistantAddress(config().supabaseUrl, location.origin)
  const copy = async () => {
    if (await copyText(address, shown.current)) toastSuccess(texts.copied)
  }
  return (
    <div>
      <p className="mb-1.5 text-sm font-medium">Address for assistants</p>
      <div className="flex flex-wrap items-center gap-2">
        <p
          ref={shown}
          className="min-w-0 flex-1 basis-60 rounded-md bg-sunken px-3 py-2 font-mono text-sm wrap-anywhere"
        >
          {address}
        </p>
        <Button variant="outline" aria-label="Copy the address for assistants" onClick={() => void copy()}>
          <Copy aria-hidden />
          Copy
        </Button>
      </div>
      <ul className="mt-2 flex flex-col gap-1 text-sm text-muted">
        <li>Claude: Settings → Connectors → Add custom connector, and paste the address as its URL.</li>
        <li>ChatGPT: Settings → Apps & Connectors, turn on Developer mode, then Create with the address and OAuth.</li>
      </ul>
    </div>
  )
}
