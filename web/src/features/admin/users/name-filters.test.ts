import { expect, test } from 'vitest'
import { matchesName, nameFilters } from './name-filters.ts'

test('no words, no filter', () => {
  expect(nameFilters('  ')).toEqual([])
})

test('each word may stand in either name', () => {
  expect(nameFilters(' ada love ')).toEqual([
    'first_name.ilike."%ada%",last_name.ilike."%ada%"',
    'first_name.ilike."%love%",last_name.ilike."%love%"',
  ])
})

test('signs with a meaning in filters and patterns are only signs', () => {
  expect(nameFilters('O"N,eil)')[0]).toContain(String.raw`"%O\"N,eil)%"`)
  expect(nameFilters('100%_')[0]).toContain(String.raw`"%100\\%\\_%"`)
})

test('names that are here are searched by the same rule', () => {
  const ada = { first_name: 'Ada', last_name: 'Lovelace' }
  expect(['ada', 'LOVE', 'lace ad', ''].map((search) => matchesName(search, ada))).toEqual([true, true, true, true])
  expect(['adalove', 'ada x', '%'].map((search) => matchesName(search, ada))).toEqual([false, false, false])
})
