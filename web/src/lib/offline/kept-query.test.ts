import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { kept } from './kept-query.ts'

interface Goal {
  readonly text: string
  readonly notes?: readonly (string | null)[]
}

const goals: readonly Goal[] = [{ text: 'Ten demos' }]
const pages = { initialPageParam: null, getNextPageParam: () => null }

test('a query of rows is kept, and keeps its notice', () => {
  const query = kept(queryOptions({ queryKey: ['goals'], queryFn: () => goals, meta: { failed: 'Failed' } }))
  expect(query.meta).toEqual({ failed: 'Failed', isKept: true })
  kept(infiniteQueryOptions({ queryKey: ['goals'], queryFn: () => goals, ...pages }))
})

test('the types refuse what JSON cannot hold', () => {
  const byText = new Map([['Ten demos', goals[0]]])
  // @ts-expect-error -- a Map
  kept(queryOptions({ queryKey: ['goals'], queryFn: () => byText }))
  // @ts-expect-error -- a Map in each page
  kept(infiniteQueryOptions({ queryKey: ['goals'], queryFn: () => ({ goals: byText }), ...pages }))
  // @ts-expect-error -- a Set deep inside
  kept(queryOptions({ queryKey: ['goals'], queryFn: () => [{ labels: new Set(['a']) }] }))
  // @ts-expect-error -- a date, which is read as a text
  kept(queryOptions({ queryKey: ['goals'], queryFn: () => ({ at: new Date(0) }) }))
  // @ts-expect-error -- a bigint, which JSON refuses
  kept(queryOptions({ queryKey: ['goals'], queryFn: () => 1n }))
  // What its `select` makes is not kept.
  expect(kept(queryOptions({ queryKey: ['goals'], queryFn: () => goals, select: () => byText })).meta).toEqual({
    isKept: true,
  })
})
