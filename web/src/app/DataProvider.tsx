import { QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { createQueryClient } from '../lib/query-client.ts'
import { useAccount } from '../lib/session.tsx'

/** One cache per account: nobody ever meets what the person before them has loaded. */
export function DataProvider({ children }: { children: ReactNode }) {
  return <Cache key={useAccount().id}>{children}</Cache>
}

function Cache({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
