import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const tones = {
  neutral: 'bg-sunken text-muted',
  primary: 'bg-primary-soft text-primary',
  success: 'bg-success-soft text-success',
  destructive: 'bg-destructive-soft text-destructive',
  'chart-2': 'bg-chart-2-soft text-chart-2',
} as const

export type Tone = keyof typeof tones

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex h-6 items-center rounded-full px-2.5 text-xs font-medium whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}
