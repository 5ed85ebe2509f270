import { QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { createQueryClient } from '../lib/query-client.ts'
import { useAccount } from '../lib/session.tsx'

/** One query cache per account, so that no user sees another user's data. */
export function DataProvider({ children }: { children: ReactNode }) {
  return <Cache key={useAccount().id}>{children}</Cache>
}

function Cache({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
