import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A label and a message: `care.low` is distress, labels of other subjects are business, and so is `none`, which says no more. */
export type Row = readonly [label: string, text: string]

const EXAMPLES = 'evaluation/train'

export const exampleFiles = (): string[] =>
  readdirSync(EXAMPLES)
    .toSorted()
    .map((file) => join(EXAMPLES, file))

/** Labels and questions of `evaluation/train/*.tsv`. */
export const readRows = (): Row[] =>
  exampleFiles()
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .filter((line) => line.includes('\t'))
    .map((line) => {
      const [label = '', text = ''] = line.split('\t')
      return [label, text]
    })
