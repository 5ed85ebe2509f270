import type { Query, Subject } from '../query.ts'
import type { Concept } from './lexicon.ts'

/** The concept that names a figure. */
export const FIGURE_NAMES = {
  messages: 'messages',
  demos: 'demos',
  conversions: 'conversions',
  runway: 'runway',
  balance: 'balance',
  revenue: 'revenue',
  burn: 'burn',
  'net-burn': 'netBurn',
  'break-even': 'breakEven',
  mood: 'mood',
} as const satisfies Readonly<Partial<Record<Subject, Concept>>>

/** Whether a query of a figure names it: "how many weeks is that" after a question asks for no runway. */
export function namesFigure({ intent, concepts }: Query): boolean {
  const figure = (FIGURE_NAMES as Readonly<Record<string, Concept>>)[intent.split('.')[0] ?? '']
  return figure === undefined || concepts.has(figure)
}
