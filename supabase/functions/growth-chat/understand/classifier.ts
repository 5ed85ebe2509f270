import table from './classifier.json' with { type: 'json' }
import { featuresOf } from './features.ts'
import { linearModel } from './linear-model.ts'

/** How sure the classifier is of each subject and of each operation: natural logarithms of probabilities. */
export interface Scores {
  readonly subjects: ReadonlyMap<string, number>
  readonly operations: ReadonlyMap<string, number>
}

const subjects = linearModel(table.subjects)
const operations = linearModel(table.operations)

/** @param words of the message with slots, as `entitiesIn` reads them */
export function classify(words: readonly string[], concepts: Iterable<string>): Scores {
  const features = featuresOf(words, concepts)
  return { subjects: subjects(features), operations: operations(features) }
}
