import { IMPACTS } from '../../../domain/decisions.ts'

/** The colour of each impact. */
export const impactTones = { positive: 'success', neutral: 'neutral', negative: 'destructive' } as const

/**
 * @example
 * impactLabel('positive') // 'Positive'
 */
export const impactLabel = (impact: string) => IMPACTS.find(({ id }) => id === impact)?.label ?? impact
