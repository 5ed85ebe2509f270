// The words of `evaluation/train/*.tsv` that occur three times or more: the spelling of questions leaves them alone.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
const folder = 'evaluation/train'
const times = new Map()
for (const file of readdirSync(folder))
  for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
    const text = (line.split('\t')[1] ?? '').normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
    for (const word of new Set(text.match(/(?<![\p{L}{])\p{L}{4,}(?![\p{L}}])/gu) ?? []))
      times.set(word, (times.get(word) ?? 0) + 1)
  }
const words = [...times]
  .filter(([, many]) => many >= 3)
  .map(([word]) => word)
  .toSorted()
writeFileSync('supabase/functions/growth-chat/understand/words.json', `${JSON.stringify(words)}\n`)
console.log(`${words.length} words`)
