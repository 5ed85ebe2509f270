import { useEffect } from 'react'
import type { OpenRequest } from '../../service-worker/notifications.ts'
import { navigate } from '../lib/navigation/navigate.ts'
import { serviceWorkers } from '../lib/session/service-workers.ts'
import { endSession, signOutBy } from '../lib/session/session.tsx'

const loadDevice = () => import('../lib/session/push-device.ts')

/** Opens what a pressed notification is about. The notifications of this browser end when its user signs out or changes. */
export function PushPart() {
  useEffect(() => {
    const worker = serviceWorkers()
    if (!worker) return undefined
    const open = ({ data, ports }: MessageEvent<Partial<OpenRequest> | null>) => {
      if (typeof data?.open !== 'string') return
      ports[0]?.postMessage('opened')
      const { pathname, search, hash } = new URL(data.open)
      navigate(pathname + search + hash)
    }
    worker.addEventListener('message', open)
    // Listeners that are added later do not start it.
    worker.startMessages()
    // The session may be a later one than that in which the browser was added, or another user's.
    loadDevice()
      .then(({ followUser }) => followUser())
      .catch(console.error)
    signOutBy.current = () => loadDevice().then(({ signOutOfPush }) => signOutOfPush(), endSession)
    return () => {
      worker.removeEventListener('message', open)
      signOutBy.current = undefined
    }
  }, [])
  return null
}
