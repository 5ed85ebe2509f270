import { useEffect } from 'react'
import type { OpenRequest } from '../../service-worker/notifications.ts'
import { navigate } from '../lib/navigation/navigate.ts'
import { beforeSignOut } from '../lib/session/session.tsx'

const loadDevice = () => import('../lib/session/push-device.ts')

/** Milliseconds that signing out waits for this browser to be removed; its notifications end with the session anyway. */
const REMOVAL_TIMEOUT_MS = 2000

/** Opens what a pressed notification is about, and ends the notifications of this browser when its user signs out. */
export function PushPart() {
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return undefined
    const worker = navigator.serviceWorker
    const open = ({ data, ports }: MessageEvent<Partial<OpenRequest> | null>) => {
      if (typeof data?.open !== 'string') return
      ports[0]?.postMessage('opened')
      const { pathname, search, hash } = new URL(data.open)
      navigate(pathname + search + hash)
    }
    worker.addEventListener('message', open)
    // Listeners that are added later do not start it.
    worker.startMessages()
    // The session may be a later one than that in which the browser was added.
    loadDevice()
      .then(({ readPushState }) => readPushState())
      .catch(console.error)
    const timeout = () => new Promise<void>((resolve) => setTimeout(resolve, REMOVAL_TIMEOUT_MS))
    beforeSignOut.current = () => Promise.race([endHere().catch(console.error), timeout()])
    return () => {
      worker.removeEventListener('message', open)
      beforeSignOut.current = undefined
    }
  }, [])
  return null
}

/** Those that are shown are another person's business from now on. */
async function endHere(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close()
  await (await loadDevice()).turnPushOff()
}
