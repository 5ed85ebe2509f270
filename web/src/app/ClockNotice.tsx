import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { clockOffset } from '../lib/data/clock-offset.ts'
import { local } from '../lib/offline/storage.ts'
import { durationText } from '../../../domain/durations.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from './Notice.tsx'

/** Milliseconds that no day or week is wrong by, but in a moment around midnight. */
const TOLERATED_MS = 5 * 60_000

/** In this browser until its clock is right: the notice was dismissed. */
const DISMISSED = 'clock-dismissed'

/** Says once that this device's clock is wrong, since days and weeks follow it. */
export function ClockNotice() {
  const [offset, setOffset] = useState(0)
  const isWrong = Math.abs(offset) > TOLERATED_MS
  useEffect(() => {
    const check = async () => {
      const offset = await clockOffset().catch(() => undefined)
      if (offset === undefined) return
      if (Math.abs(offset) <= TOLERATED_MS) local.removeItem(DISMISSED)
      setOffset(local.getItem(DISMISSED) === null ? offset : 0)
    }
    if (!isWrong) void check()
    // Back from the settings.
    const onVisible = () => void (isWrong && document.visibilityState === 'visible' && check())
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [isWrong])

  const dismiss = () => {
    local.setItem(DISMISSED, '1')
    setOffset(0)
    document.getElementById('content')?.focus()
  }
  return (
    <Notice>
      {isWrong && (
        <>
          <CircleAlert aria-hidden className="size-4 shrink-0 text-muted" />
          <p className="min-w-0 flex-1 basis-60">
            This device’s clock is {durationText(Math.abs(offset) / 60_000)} {offset > 0 ? 'ahead' : 'behind'}, so days
            like “due today” may be wrong here. Please set it in the device’s settings.
          </p>
          <Button variant="outline" size="sm" onClick={dismiss}>
            Dismiss
          </Button>
        </>
      )}
    </Notice>
  )
}
