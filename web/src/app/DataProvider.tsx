import { QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { createQueryClient } from '../lib/query-client.ts'
import { useAccount } from '../lib/session.tsx'
import { FullSpinner } from '../ui/Spinner.tsx'
import { usePersister } from './use-persister.ts'

interface DataProviderProps {
  /** Whether what is read stays on this device, to be shown without a network. */
  isKept?: boolean
  children: ReactNode
}

/** One query cache per account, so that no user sees another user's data. */
export function DataProvider(props: DataProviderProps) {
  const { id } = useAccount()
  return <Cache key={id} user={id} {...props} />
}

function Cache({ user, isKept = false, children }: DataProviderProps & { user: string }) {
  const [client] = useState(createQueryClient)
  const isReady = usePersister(client, user, isKept)
  return <QueryClientProvider client={client}>{isReady ? children : <FullSpinner />}</QueryClientProvider>
}
