import { INTENTS, type Intent, type Query, type Subject } from '../query.ts'
import { buildQuery } from './build-query.ts'
import { classify } from './classifier.ts'
import type { Entities } from './entities.ts'
import { factsOf } from './facts.ts'
import { fit } from './fit.ts'
import { suppositionsIn } from './suppositions.ts'

/** A reading of a message, and how likely it is among all readings: 0 to 1. */
export interface Candidate {
  readonly query: Query
  readonly share: number
}

/** Readings that are built and weighed. */
const MOST = 8

/** Possible intents of a message, the most likely first: the classifier's scores, confirmed or lowered by what it names. */
export function candidatesOf(entities: Entities, isFollowUp: boolean): readonly Candidate[] {
  const scores = entities.readings.map((words) => classify(words, entities.concepts))
  const best = (group: 'subjects' | 'operations', name: string) =>
    Math.max(...scores.map((one) => one[group].get(name) ?? -12))
  const facts = factsOf(entities)
  const scored = Object.entries(INTENTS).flatMap(([subject, operations]) => {
    if (subject === 'follow' && !isFollowUp) return []
    return operations.map((operation) => ({
      intent: `${subject}.${operation}` as Intent,
      score:
        best('subjects', subject) +
        best('operations', operation) +
        fit({ subject: subject as Subject, operation, entities, facts }),
    }))
  })
  const kept = scored.toSorted((a, b) => b.score - a.score).slice(0, MOST)
  const most = kept[0]?.score ?? 0
  const all = kept.reduce((sum, { score }) => sum + Math.exp(score - most), 0)
  const suppositions = suppositionsIn(entities.text, entities.amounts)
  return kept.map(({ intent, score }) => ({
    query: buildQuery(intent, entities, suppositions),
    share: Math.exp(score - most) / all,
  }))
}
