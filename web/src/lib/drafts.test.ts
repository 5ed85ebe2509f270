// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { forgetDrafts, readDraft, writeDraft } from './drafts.ts'

beforeEach(() => {
  forgetDrafts()
  sessionStorage.clear()
})

test('a draft is found again under the same person and name only', () => {
  writeDraft('ada', 'goal', 'Ten demos')
  expect(readDraft('ada', 'goal', '')).toBe('Ten demos')
  expect(readDraft('ben', 'goal', '')).toBe('')
  expect(readDraft('ada', 'chat', '')).toBe('')
})

test('an unreadable draft counts as none', () => {
  sessionStorage.setItem('draft:ada:goal', '{half')
  expect(readDraft('ada', 'goal', 'fresh')).toBe('fresh')
})

test('full storage loses nothing as long as the page is open', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  writeDraft('ada', 'goal', 'Ten demos')
  expect(readDraft('ada', 'goal', '')).toBe('Ten demos')
  vi.restoreAllMocks()
})

test('signing out forgets drafts and nothing else', () => {
  writeDraft('ada', 'goal', 'Ten demos')
  sessionStorage.setItem('other', 'kept')
  forgetDrafts()
  expect(Object.keys(sessionStorage)).toEqual(['other'])
  expect(readDraft('ada', 'goal', '')).toBe('')
})
