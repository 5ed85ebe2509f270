import { Download } from 'lucide-react'
import { useState } from 'react'
import { config } from '../../lib/session/config.ts'
import { download } from '../../lib/data/download.ts'
import { accountTexts } from '../../lib/texts/account-texts.ts'
import { toastError, toastSuccess } from '../../lib/texts/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { readAccount, readData } from './api.ts'
import { writeCopy } from './data-copy.ts'
import { useStepUp } from '../../lib/session/step-up.ts'

/** "upswing-data-2026-03-02.json" */
const fileName = (productName: string, day: Date): string =>
  `${productName.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-data-${day.toISOString().slice(0, 10)}.json`

/** Everything in one file; the download continues when the dialog is closed. */
export function DownloadData() {
  const [isBusy, setIsBusy] = useState(false)
  const withStepUp = useStepUp()
  const save = async () => {
    if (isBusy) return
    setIsBusy(true)
    const copy = await withStepUp(collect)
    setIsBusy(false)
    if (!copy) return
    if (!copy.ok) return toastError(copy.failure)
    download(fileName(config().productName, new Date()), copy.value)
    toastSuccess(accountTexts.dataSaved)
  }
  return (
    <Button variant="outline" className="self-start" aria-disabled={isBusy} onClick={() => void save()}>
      <Download aria-hidden />
      {isBusy ? 'Collecting...' : 'Download My Data'}
    </Button>
  )
}

async function collect() {
  const account = await readAccount()
  return account.ok ? writeCopy(account.value, readData) : account
}
