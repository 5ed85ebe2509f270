import { expect, test } from 'vitest'
import { documentWishes } from './document-wishes.ts'

test.each<readonly [said: string, only: readonly string[] | undefined]>([
  ['investor update but only the numbers', ['Key figures', 'Runway', 'Traction']],
  ['quarter summary, just wins and blockers', ['Wins', 'Highlights', 'Blockers', 'Lowlights']],
  ['month summary, blockers and mood only', ['Blockers', 'Lowlights', 'Mood']],
  ['summarise Q3 for the board: money, wins. half a page is plenty', ['Key figures', 'Runway', 'Wins', 'Highlights']],
  ['investor update for november please, one page. good and bad', undefined],
  ['write the november investor update, short, w/ the bad stuff in too', undefined],
])('“%s”: its sections', (said, only) => {
  expect(documentWishes(said).only).toEqual(only)
})

test.each([
  ['quarter summary so far, one page, numbers first', { first: ['Key figures', 'Runway', 'Traction'], isShort: true }],
  ['month summary without the mood', { without: ['Mood'], isShort: false }],
  ['weekly plan for next week, max five points', { most: 5 }],
  ['update for my investors, under 200 words', { isShort: true }],
])('“%s”: its order and length', (said, wishes) => {
  expect(documentWishes(said)).toMatchObject(wishes)
})
