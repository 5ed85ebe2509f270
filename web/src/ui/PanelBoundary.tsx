import type { ReactNode } from 'react'
import { Boundary, failureOf } from '../lib/offline/boundary.ts'
import { ErrorState } from './states.tsx'

/** Around each panel of a screen: one that throws is replaced by a notice, and the others stay. */
export const PanelBoundary = ({ children }: { children: ReactNode }) => <Boundary failed={failed}>{children}</Boundary>

const failed = (error: unknown, retry: () => void) => <ErrorState {...failureOf(error, retry)} />
