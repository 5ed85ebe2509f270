import type { User } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import { Copy, Download, Printer, TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { copyText } from '../../ui/clipboard.ts'
import { config } from '../../lib/session/config.ts'
import { download } from '../../lib/data/download.ts'
import { makeRecoveryCodes } from './factors.ts'
import { accountTexts } from '../../lib/texts/account-texts.ts'
import { toastError, toastSuccess } from '../../lib/texts/toasts.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Loaded, Skeleton } from '../../ui/states.tsx'
import { recoveryCodesQuery } from './api.ts'
import { useRefreshUser } from '../../lib/session/user.ts'
import { useStepUp } from '../../lib/session/step-up.ts'

/** With fewer codes left, a warning suggests new ones. */
const FEW_CODES = 2

/** The number of recovery codes left, and the button for new ones. */
export function RecoveryCodes({ user }: { user: User }) {
  const query = useQuery(recoveryCodesQuery(user.id))
  const [isAsking, setIsAsking] = useState(false)
  const { codes, isBusy, make, putAway } = useNewCodes(user.id)

  return (
    <Loaded query={query} failed={accountTexts.recoveryCodesLoadFailed} loading={<Skeleton lines={1} />}>
      {(left) => (
        <>
          <p className="flex items-start gap-2">
            {left <= FEW_CODES && <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-chart-2" />}
            {leftText(left)}
          </p>
          <Button
            variant="outline"
            className="self-start"
            aria-disabled={isBusy}
            onClick={() => !isBusy && (left === 0 ? void make() : setIsAsking(true))}
          >
            {isBusy ? 'Making...' : 'Make New Codes'}
          </Button>
          {isAsking && (
            <AlertDialog
              title="Make new codes?"
              description="The codes that you have saved before stop working."
              confirmLabel="Make New Codes"
              onConfirm={() => {
                setIsAsking(false)
                void make()
              }}
              onClose={() => setIsAsking(false)}
            />
          )}
          {codes && <NewCodes codes={codes} onClose={putAway} />}
        </>
      )}
    </Loaded>
  )
}

function leftText(left: number): string {
  if (left === 0) return 'You have none. Without them, losing your second step locks you out.'
  if (left <= FEW_CODES) return `You have ${left} left. Make new ones before you run out.`
  return `You have ${left} left.`
}

/** Replaces the recovery codes; the new ones are in memory only, until the user confirms that they are saved. */
export function useNewCodes(user: string) {
  const [codes, setCodes] = useState<readonly string[]>()
  const [isBusy, setIsBusy] = useState(false)
  const withStepUp = useStepUp()
  const refresh = useRefreshUser(user)
  const make = async () => {
    setIsBusy(true)
    const created = await withStepUp(makeRecoveryCodes)
    if (created?.ok) setCodes(created.value)
    else if (created) toastError(created.failure)
    await refresh()
    setIsBusy(false)
  }
  return { codes, isBusy, make, putAway: () => setCodes(undefined) }
}

/** "0123-4567-89ab-cdef" */
const inGroups = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-')

/** Shows new codes, once. */
export function NewCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { productName } = config()
  const text = codes.map(inGroups).join('\n')
  const heading = `Recovery codes for ${productName}, each good once:`
  const list = useRef<HTMLOListElement>(null)
  const copy = async () => {
    if (await copyText(text, list.current)) toastSuccess(accountTexts.codesCopied)
  }
  const save = () => {
    const file = `${productName.toLowerCase()}-recovery-codes.txt`
    download(file, new Blob([`${heading}\n\n${text}\n`], { type: 'text/plain' }))
  }
  return (
    <Dialog
      title="Save your recovery codes"
      description="If you lose your second step, each of them lets you in once. Keep them where you keep your passwords: they are not shown again."
      onClose={onClose}
    >
      <div data-printed className="mb-5">
        <p className="hidden print:mb-4 print:block">{heading}</p>
        <ol ref={list} className="grid gap-x-6 gap-y-2 rounded-md bg-sunken p-4 font-mono text-sm sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{inGroups(code)}</li>
          ))}
        </ol>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" onClick={() => void copy()}>
          <Copy aria-hidden />
          Copy
        </Button>
        <Button variant="outline" onClick={save}>
          <Download aria-hidden />
          Download
        </Button>
        <Button variant="outline" onClick={() => window.print()}>
          <Printer aria-hidden />
          Print
        </Button>
        <Button className="w-full sm:ml-auto sm:w-auto" onClick={onClose}>
          I Have Saved Them
        </Button>
      </div>
    </Dialog>
  )
}
