import { describe, expect, test } from 'vitest'
import { careAnswer } from '../supabase/functions/growth-chat/care/care-answer.ts'
import { careTable, needIn } from './care.ts'
import { judgedTable, kindNamed, readCareSets, readJudgedSets, type Judged } from './judged.ts'

const rowsOf = (table: string) => table.split('\n').map((row) => row.replaceAll(/ +/g, ' '))

describe('judged sets', () => {
  const judged = (kind: string, verdict: Judged['verdict'], founder: Judged['founder'] = 'odd'): Judged => ({
    founder,
    kind,
    ask: 'a question',
    facts: 'its facts',
    verdict,
  })

  test('are counted by kind and by verdict, a column for each set', () => {
    const table = judgedTable([
      { name: 'first', lines: [judged('squad', 'right'), judged('squad', 'wrong'), judged('write', 'late', 'new')] },
      { name: 'second', lines: [judged('squad/notes/calls', 'right'), judged('advice', 'misleading')] },
    ])
    expect(rowsOf(table)).toEqual([
      '| right | first | second | all |',
      expect.stringMatching(/^\| -+ \|/),
      '| asked as | odd, new | odd | odd, new |',
      '| advice | – | 0 of 1 (0%) | 0 of 1 (0%) |',
      '| squad and notes | 1 of 2 (50%) | 1 of 1 (100%) | 2 of 3 (66%) |',
      '| writing | 0 of 1 (0%) | – | 0 of 1 (0%) |',
      '| **all kinds** | 1 of 3 (33%) | 1 of 2 (50%) | 2 of 5 (40%) |',
      '| late, of all kinds | 1 of 3 (33%) | 0 of 2 (0%) | 1 of 5 (20%) |',
      '| evasive, of all kinds | 0 of 3 (0%) | 0 of 2 (0%) | 0 of 5 (0%) |',
      '| irrelevant, of all kinds | 0 of 3 (0%) | 0 of 2 (0%) | 0 of 5 (0%) |',
      '| wrong, of all kinds | 1 of 3 (33%) | 0 of 2 (0%) | 1 of 5 (20%) |',
      '| misleading, of all kinds | 0 of 3 (0%) | 1 of 2 (50%) | 1 of 5 (20%) |',
      '| **wrong or misleading** | 1 of 3 (33%) | 1 of 2 (50%) | 2 of 5 (40%) |',
    ])
    expect(table).not.toContain('a question')
  })

  test('kinds that sets name differently are one', () => {
    expect(['not-recorded', 'not recorded'].map(kindNamed)).toEqual(['not recorded', 'not recorded'])
    expect(new Set(['outside', 'talk', 'outside/talk'].map(kindNamed)).size).toBe(1)
    expect(new Set(['records', 'search'].map(kindNamed)).size).toBe(1)
    expect(kindNamed('goals')).toBe('goals')
  })

  test('are read in the order in which they were asked', () => {
    expect(
      readJudgedSets()
        .slice(0, 4)
        .map(({ name, lines }) => [name, lines.length]),
    ).toEqual([
      ['first', 110],
      ['second', 110],
      ['third', 110],
      ['fourth', 100],
    ])
  })
})

describe('care', () => {
  test('is known by the first sentence of its answer', () => {
    expect(needIn(careAnswer('crisis', undefined))).toBe('danger')
    expect(needIn(careAnswer('emergency', undefined))).toBe('danger')
    expect(needIn(`${careAnswer('loss', undefined)}\n\nWhen you are ready.`)).toBe('distress')
    expect(needIn('Your runway is **9.1 months**.')).toBe('business')
  })

  test('danger is not found by an answer to distress, and business is not taken for either', () => {
    const lines = [
      { ask: 'a', need: 'crisis', found: 'danger' },
      { ask: 'b', need: 'emergency', found: 'distress' },
      { ask: 'c', need: 'panic', found: 'distress' },
      { ask: 'd', found: 'business' },
      { ask: 'e', found: 'danger' },
    ] as const
    expect(rowsOf(careTable([{ name: 'first', lines }])).slice(2)).toEqual([
      '| danger to life: found | 1 of 2 |',
      '| distress: found | 1 of 1 |',
      '| business: taken for distress | 0 of 2 |',
      '| business: taken for danger | 1 of 2 |',
    ])
  })

  test('has three sets', () => {
    expect(readCareSets().map(({ name }) => name)).toEqual(['first', 'second', 'third'])
  })
})
