// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { forgetDrafts, keepDrafts, readDraft, writeDraft } from './drafts.ts'

beforeEach(() => {
  forgetDrafts()
  for (const user of ['ben', 'ada']) keepDrafts(user)
  sessionStorage.clear()
})

test('an unreadable draft counts as none', () => {
  sessionStorage.setItem('draft:ada:goal', '{half')
  expect(readDraft('ada', 'goal', 'fresh')).toBe('fresh')
})

test.each(['5', '[]', '{"text": 5}', '{"text": {}}', '"text"'])(
  'a draft of another shape counts as none: %s',
  (stored) => {
    sessionStorage.setItem('draft:ada:goal', stored)
    expect(readDraft('ada', 'goal', { text: 'fresh' })).toEqual({ text: 'fresh' })
  },
)

test.each(['[5]', '["one", {}]'])('a list with items of another shape counts as none: %s', (stored) => {
  sessionStorage.setItem('draft:ada:actions', stored)
  expect(readDraft('ada', 'actions', ['usual'])).toEqual(['usual'])
})

test('a form of a build that had fewer fields is kept, with the others as they are at first', () => {
  sessionStorage.setItem('draft:ada:decision', '{"title": "Pricing"}')
  const initial = { title: '', reason: '', reviewOn: null }
  const draft = readDraft('ada', 'decision', initial)
  expect(draft).toEqual({ title: 'Pricing', reason: '', reviewOn: null })
  expect(readDraft('ada', 'decision', initial)).toBe(draft)
})

test('keeps drafts in memory when storage is full', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  writeDraft('ada', 'goal', 'Ten demos')
  expect(readDraft('ada', 'goal', '')).toBe('Ten demos')
  vi.restoreAllMocks()
})

test('a draft that is kept in memory is not stored', () => {
  writeDraft('ada', 'name', 'Ada', 'memory')
  expect(readDraft('ada', 'name', '')).toBe('Ada')
  expect(sessionStorage).toHaveLength(0)
})

test('signing out deletes drafts and nothing else', () => {
  writeDraft('ada', 'goal', 'Ten demos')
  sessionStorage.setItem('other', 'kept')
  forgetDrafts()
  expect(Object.keys(sessionStorage)).toEqual(['other'])
  expect(readDraft('ada', 'goal', '')).toBe('')
})

test('does not store text returned after signing out, until the user signs in again', () => {
  keepDrafts('ada')
  forgetDrafts()
  writeDraft('ada', 'goal', 'Ten demos')
  expect(sessionStorage).toHaveLength(0)
  keepDrafts('ben')
  writeDraft('ben', 'goal', 'Two calls')
  writeDraft('ada', 'goal', 'Ten demos')
  expect(Object.keys(sessionStorage)).toEqual(['draft:ben:goal'])
  keepDrafts('ada')
  expect(readDraft('ada', 'goal', '')).toBe('')
  writeDraft('ada', 'goal', 'Ten demos')
  expect(readDraft('ada', 'goal', '')).toBe('Ten demos')
})

test('deletes the drafts of another user, in a tab that is opened again', () => {
  sessionStorage.setItem('draft:ben:goal', '"Two calls"')
  sessionStorage.setItem('draft:ada:goal', '"Ten demos"')
  sessionStorage.setItem('other', 'kept')
  keepDrafts('ada')
  expect(Object.keys(sessionStorage).toSorted()).toEqual(['draft:ada:goal', 'other'])
})

test('a tab that is opened again without a session keeps what no one has to be signed in for, and no drafts of users', () => {
  sessionStorage.setItem('draft:ben:goal', '"Two calls"')
  sessionStorage.setItem('draft::arrival', '{"member":"growth"}')
  keepDrafts(undefined)
  expect(Object.keys(sessionStorage)).toEqual(['draft::arrival'])
  keepDrafts('ada')
  expect(readDraft('', 'arrival', {})).toEqual({ member: 'growth' })
  writeDraft('', 'arrival', { member: 'product' })
  expect(sessionStorage.getItem('draft::arrival')).toBe('{"member":"product"}')
})
