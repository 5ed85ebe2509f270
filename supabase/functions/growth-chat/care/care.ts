import table from '../understand/classifier.json' with { type: 'json' }
import { linearModel } from '../understand/linear-model.ts'
import { careFeatures, sentencesOf } from './care-features.ts'
import { dangerSaid, type Danger } from './danger-phrases.ts'

/**
 * - `low`: exhaustion, hopelessness
 * - `panic`: being overwhelmed
 * - `loss`: a customer, a deal or a person is gone
 * - `quarrel`: a conflict with a co-founder or the team
 */
export const DISTRESS = ['low', 'panic', 'loss', 'quarrel'] as const
type Distress = (typeof DISTRESS)[number]

/** A person's need that comes before any figure. */
export type Care = Danger | Distress

/** Probabilities from which a message is one of danger, and one of distress or danger: measured in decision 43. */
const IS_DANGER = 0.65
const IS_CARE = 0.6
/** A message of distress that is danger with this probability gets nothing but care. */
const LEANS_TO_DANGER = 0.2

/** Characters of a message that are read. */
const MAX_READ = 8000

const model = linearModel(table.care)

/** A message's need that comes before any figure; undefined when it is about business. */
export function careIn(text: string): Care | undefined {
  const message = text.slice(0, MAX_READ)
  const said = dangerSaid(message)
  if (said) return said
  const { danger, care, likeliestDanger, likeliestDistress } = readCare(message, model)
  if (danger >= IS_DANGER) return likeliestDanger
  return care >= IS_CARE ? likeliestDistress : undefined
}

export function dangerIn(text: string): Danger | undefined {
  const care = careIn(text)
  return care === 'crisis' || care === 'emergency' ? care : undefined
}

/** Whether a message may be one of danger, though too little says so. */
export const leansToDanger = (text: string): boolean =>
  readCare(text.slice(0, MAX_READ), model).danger >= LEANS_TO_DANGER

export interface CareShares {
  /** Probability of danger to life. */
  readonly danger: number
  /** Probability of danger or distress. */
  readonly care: number
  readonly likeliestDanger: Danger
  readonly likeliestDistress: Distress
}

/** The strongest reading of a message and of its sentences: business beside danger makes it no smaller. */
export function readCare(message: string, classes: ReturnType<typeof linearModel>): CareShares {
  const readings = [message, ...sentencesOf(message)].map((text) => sharesOf(classes(careFeatures(text))))
  const danger = readings.reduce((a, b) => (b.danger > a.danger ? b : a))
  const care = readings.reduce((a, b) => (b.care > a.care ? b : a))
  return { ...care, danger: danger.danger, likeliestDanger: danger.likeliestDanger }
}

function sharesOf(logarithms: ReadonlyMap<string, number>): CareShares {
  const share = (kind: string) => Math.exp(logarithms.get(kind) ?? -Infinity)
  const likeliest = <Kind extends Care>(a: Kind, b: Kind) => (share(b) > share(a) ? b : a)
  const likeliestDistress = DISTRESS.reduce<Distress>(likeliest, 'low')
  const danger = share('crisis') + share('emergency')
  return {
    danger,
    care: 1 - share('none'),
    likeliestDanger: likeliest<Danger>('crisis', 'emergency'),
    // The answer to exhaustion also says where help is, should it be danger after all.
    likeliestDistress: danger > share(likeliestDistress) ? 'low' : likeliestDistress,
  }
}
