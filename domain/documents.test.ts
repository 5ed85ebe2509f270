import { describe, expect, test } from 'vitest'
import {
  DOCUMENT_KINDS,
  documentIn,
  documentInUrl,
  documentMark,
  documentPeriods,
  documentPlace,
  spanLabel,
  spanOf,
  usualSpan,
  withoutDocuments,
} from './documents.ts'

const october = { from: '2026-10-01', to: '2026-10-31' } as const

describe('the span of a document', () => {
  test.each([
    ['investor-update', { from: '2026-10-01', to: '2026-10-31' }, 'October 2026'],
    ['week-plan', { from: '2026-11-23', to: '2026-11-29' }, 'week of Nov 23, 2026'],
    ['month-summary', { from: '2026-10-01', to: '2026-10-31' }, 'October 2026'],
    ['quarter-summary', { from: '2026-07-01', to: '2026-09-30' }, 'Q3 2026'],
    ['agenda', { from: '2026-10-30', to: '2026-11-27' }, 'Oct 30, 2026 – Nov 27, 2026'],
  ] as const)('of %s on Nov 27, 2026 is usually the last whole one', (kind, span, label) => {
    expect(usualSpan(kind, '2026-11-27')).toEqual(span)
    expect(spanLabel(span)).toBe(label)
  })

  test('of January is in the year before', () => {
    expect(usualSpan('month-summary', '2027-01-03')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
    expect(usualSpan('quarter-summary', '2027-01-03')).toEqual({ from: '2026-10-01', to: '2026-12-31' })
  })

  test.each([
    ['investor-update', '2026-11-02', '2026-11-01'],
    ['month-summary', '2026-11-01', '2026-11-01'],
    ['month-summary', '2026-10-31', '2026-10-01'],
    ['quarter-summary', '2026-10-01', '2026-10-01'],
    ['quarter-summary', '2026-09-30', '2026-07-01'],
    ['week-plan', '2026-11-26', '2026-11-23'],
    ['agenda', '2026-11-26', '2026-10-30'],
  ] as const)('of %s has begun for a founder who is here since %s', (kind, since, from) => {
    expect(usualSpan(kind, '2026-11-27', since).from).toBe(from)
  })

  test.each(DOCUMENT_KINDS)('of $id is among those to choose from, each once', ({ id }) => {
    const periods = documentPeriods(id, '2026-11-27')
    expect(periods.map(({ span }) => span)).toContainEqual(usualSpan(id, '2026-11-27'))
    expect(new Set(periods.map(({ label }) => label)).size).toBe(periods.length)
  })

  test.each([
    ['2026-02-30', '2026-03-01'],
    ['1999-03-01', '1999-03-02'],
    ['2026-3-1', '2026-03-02'],
    ['+02026-03-01', '2026-03-02'],
    [undefined, '2026-03-01'],
    [20260301, 20260302],
  ])('is none from %s to %s', (from, to) => expect(spanOf(from, to)).toBeUndefined())
})

describe('the document that an answer offers', () => {
  test('is read from its line, which is not part of the text', () => {
    const answer = `Here it is.\n\n${documentMark({ kind: 'investor-update', span: october })}`
    expect(documentIn(answer)).toEqual({ kind: 'investor-update', span: october })
    expect(withoutDocuments(answer)).toBe('Here it is.')
  })

  test.each([
    '[[document:tax-return]]',
    '[[document:agenda:2026-10-31:2026-10-01]]',
    '[[document:agenda:2026-10-01]]',
    '[document:agenda]',
  ])('is none in %s', (answer) => expect(documentIn(answer)).toBeUndefined())

  test('is hidden while it is incomplete, unlike a reference to a decision', () => {
    const mark = documentMark({ kind: 'investor-update', span: october })
    for (let end = '[[do'.length; end <= mark.length; end++)
      expect(withoutDocuments(`Here it is.\n\n${mark.slice(0, end)}`)).toBe('Here it is.')
    expect(withoutDocuments('See [[decision:5f0c')).toBe('See [[decision:5f0c')
  })
})

test('a document has a URL', () => {
  const request = { kind: 'investor-update', span: october } as const
  expect(documentPlace(request)).toBe('/brain?document=investor-update&from=2026-10-01&to=2026-10-31')
  expect(documentInUrl(new URL(documentPlace(request), 'http://localhost').searchParams)).toEqual(request)
  expect(documentInUrl(new URLSearchParams('document=agenda&from=x'))).toEqual({ kind: 'agenda', span: undefined })
  expect(documentInUrl(new URLSearchParams('document=tax-return'))).toBeUndefined()
})
