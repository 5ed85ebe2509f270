// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { choose, chosen, expectOptions } from '../../../testing/choose.ts'
import { ADMIN } from '../../../testing/people.ts'
import { card, expectFailure, press, renderScreen } from '../../../testing/render.tsx'
import { stubServer } from '../../../testing/server.ts'
import { Programme } from './Programme.tsx'

const server = stubServer()

const LABEL = 'c0000000-0000-4000-8000-000000000001'
const DAY_MS = 86_400_000

/** The Mondays of `weeks` weeks, the oldest first; the last one is that of the week that has not ended. */
const mondays = (weeks: unknown) =>
  Array.from({ length: Number(weeks) }, (_, index) =>
    new Date(Date.UTC(2026, 2, 2) - (Number(weeks) - 1 - index) * 7 * DAY_MS).toISOString().slice(0, 10),
  )

beforeEach(() => {
  server.rpc('list_labels', () => [{ id: LABEL, name: 'Batch', founders: 1200 }])
  server.rpc('programme_months', () => [{ month: '2026-01-01', founders: 1 }])
  server.rpc('programme_check_ins', ({ weeks, joined }) =>
    mondays(weeks).map((week, index, all) => {
      const ago = all.length - 1 - index
      const isJoined = joined === '2026-01-01'
      const founders = isJoined ? (ago < 3 ? 1 : 0) : 4
      const moods: readonly (number | null)[] = isJoined ? [null, 5, 2] : [null, 3, 3.5]
      return { week, founders, checked_in: ago === 0 ? 0 : founders, mood: moods[ago] ?? null }
    }),
  )
  server.rpc('programme_conversions', ({ weeks }) => mondays(weeks).map((week) => ({ week, added: null })))
  server.rpc('programme_answers', ({ weeks }) =>
    mondays(weeks).map((week, index, all) => {
      const isLast = index === all.length - 2
      return { week, answers: isLast ? 1 : 0, minutes: isLast ? 150 : null }
    }),
  )
})

const show = (query = '') => renderScreen(<Programme />, { path: `/admin/programme${query}`, as: ADMIN })
const textOf = (title: string) => screen.getByRole('region', { name: title }).textContent
const chart = (title: string) => card(title).getByRole('slider')

describe('the cohort', () => {
  test('is all founders unless a label or a month is chosen, which is in the URL', async () => {
    const { place } = await show()
    await waitFor(() => expect(textOf('Check-ins')).toContain('(4 of 4)'))
    await expectOptions('Founders', ['All founders', 'Batch (1,200)', 'Joined in January 2026 (1)'])
    await choose('Founders', 'Joined in January 2026 (1)')
    expect(place()).toBe('/admin/programme?cohort=2026-01')
    await waitFor(() =>
      expect(textOf('Check-ins')).toContain('Last week: 100% (1 of 1). This week so far: 0% (0 of 1).'),
    )
    expect(textOf('Mood')).toContain('Last week: Crushing it.')
    expect(textOf('Answers of the squad')).toContain('Last week: 2 h 30 min (1 answer).')
    expect(card('Conversions').queryByText('Nothing recorded in these weeks.')).not.toBeNull()
    await choose('Founders', 'Batch (1,200)')
    expect(place()).toBe(`/admin/programme?cohort=${LABEL}`)
    await waitFor(() =>
      expect(server.sent('POST rpc/programme_answers').at(-1)?.body).toEqual({ label: LABEL, weeks: 27 }),
    )
  })

  test('has a chart that is read out week by week', async () => {
    await show('?cohort=2026-01')
    await waitFor(() => expect(chart('Mood').getAttribute('aria-valuetext')).toMatch(/: Crushing it$/))
    fireEvent.keyDown(chart('Mood'), { key: 'ArrowLeft' })
    expect(chart('Mood').getAttribute('aria-valuetext')).toMatch(/: Tough$/)
    fireEvent.keyDown(chart('Mood'), { key: 'ArrowLeft' })
    expect(chart('Mood').getAttribute('aria-valuetext')).toMatch(/: nothing recorded$/)
  })

  test('stands beside another one, as charts and as tables', async () => {
    const { place } = await show('?cohort=2026-01')
    await choose('Compare with', 'All founders')
    await choose('Weeks', '12 weeks')
    expect(place()).toBe('/admin/programme?cohort=2026-01&with=all&weeks=12')
    await waitFor(() => expect(card('Mood').getByRole('list').textContent).toContain('All founders'))
    await waitFor(() =>
      expect(chart('Mood').getAttribute('aria-valuetext')).toMatch(/: Crushing it \(All founders: Ok\)$/),
    )
    fireEvent.click(card('Check-ins').getByText('Show as a table'))
    const rows = () => within(card('Check-ins').getByRole('table')).getAllByRole('row')
    await waitFor(() => expect(rows()).toHaveLength(13))
    expect(rows().at(0)?.textContent).toMatch(/Week ofJoined in January 2026 \(1\)All founders/)
    expect(rows().at(1)?.textContent).toContain('100%')
  })

  test('that is unknown says so; nonsense in the URL counts as nothing', async () => {
    server.rpc('programme_check_ins', () => [])
    await show(`?cohort=${LABEL.replace('c', 'd')}&with=nonsense&weeks=1000`)
    await waitFor(() => expect(chosen('Founders')).toBe('Unknown cohort'))
    expect(chosen('Compare with')).toBe('Nothing')
    expect(chosen('Weeks')).toBe('26 weeks')
    expect(card('Check-ins').queryByText('Nothing recorded in these weeks.')).not.toBeNull()
  })
})

test('figures that fail to load are tried again one by one', async () => {
  const allow = server.refuse('POST rpc/programme_answers')
  await show()
  await expectFailure('Failed to load the figures')
  await waitFor(() => expect(textOf('Check-ins')).toContain('Founders who checked in. Last week'))
  allow()
  const answers = card('Answers of the squad')
  await press(answers.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(answers.queryByRole('button', { name: 'Try again' })).toBeNull())
  expect(textOf('Answers of the squad')).toContain('2 h 30 min')
})
