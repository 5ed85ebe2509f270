// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { chosenIn } from '../../../testing/choose.ts'
import { figure } from '../../../testing/figures.ts'
import { FOUNDER } from '../../../testing/people.ts'
import { expectFailure, expectText, press } from '../../../testing/render.tsx'
import { stubServer } from '../../../testing/server.ts'
import { hasFounder, item, showFounder } from './test-founder.tsx'

const server = stubServer()

beforeEach(() => hasFounder(server))

const panel = () => within(screen.getByRole('tabpanel'))
const rows = () => panel().getAllByRole('listitem').map(({ textContent }) => textContent) // prettier-ignore

test('has eight tabs, Overview first', async () => {
  await showFounder()
  screen.getByRole('dialog', { name: 'Ana Founder' })
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Overview',
    'Goals',
    'Traction',
    'Traction Mgmt',
    'Decisions',
    'Rate Decisions',
    'Runway',
    'AI Memory',
  ])
  expect(screen.getByRole('tab', { name: 'Overview' }).getAttribute('aria-selected')).toBe('true')
})

test('goals show their targets and what serves them', async () => {
  server.has({
    goals: [
      { text: 'Forty demos', period: 'monthly', target: 40, unit: 'demos' },
      { text: 'Ten demos', target: 10, progress: 4, unit: 'demos' },
    ],
  })
  server.rpc('goal_sums', ({ founder }) =>
    founder === FOUNDER.id ? [{ goal: server.row('goals').id, goals: 2, done: 1, total: 4, unit: 'demos' }] : [],
  )
  await showFounder('goals')
  await expectText('4 of 40 demos · 1 of 2 goals done')
  await expectText('4 of 10 demos')
})

test.each([
  ['overview', 'Overview', 'No check-ins yet.'],
  ['goals', 'Goals', 'No goals yet.'],
  ['traction', 'Traction', 'No traction loops yet.'],
  ['traction-management', 'Traction Mgmt', 'No traction loops yet.'],
  ['decisions', 'Decisions', 'No decisions yet.'],
  ['rate-decisions', 'Rate Decisions', 'No decisions yet.'],
  ['runway', 'Runway', 'No runway data recorded yet. The first amount begins the record.'],
])('the tab %s of a new founder is empty', async (id, name, empty) => {
  await showFounder(id)
  expect(await within(screen.getByRole('tabpanel', { name })).findByText(empty)).toBeDefined()
})

test('an unknown tab is the overview', async () => {
  await showFounder('nowhere')
  expect(screen.getByRole('tabpanel', { name: 'Overview' })).toBeDefined()
})

describe('the records of this founder', () => {
  const other = 'c0000000-0000-4000-8000-000000000001'

  beforeEach(() => {
    server.has({
      goals: [
        { text: 'Ten demos', period: 'weekly', completed: true },
        { text: 'A hundred demos', period: 'yearly' },
        { text: 'Of another founder', user_id: other },
      ],
      weekly_targets: [{ demos: 15 }],
      traction_loops: [
        { name: 'Outreach', conversions: 1, demos: 2, messages: 30 },
        { name: 'Webinars', status: 'scaling', conversions: 4, demos: 5, messages: 60 },
      ],
      decisions: [
        { title: 'Raise prices', reason: 'No one says no', category: 'General', impact: 'positive', result: 'Up' },
      ],
      notes: [{ title: 'A note' }, { title: 'Of another founder', user_id: other }],
      weekly_checkins: [
        { week_of: '2026-02-23', mood: 1, wins: 'An older win', next_priority: 'Older' },
        { week_of: '2026-03-02', mood: 4, wins: 'Two demos', blockers: 'Pricing page', next_priority: 'Hire' },
      ],
    })
  })

  test('Overview has four figures and the last check-in', async () => {
    await showFounder()
    await expectText('Two demos')
    expect(figure('Goals')).toBe('21 completed')
    expect(figure('Traction loops')).toBe('21 running')
    expect(figure('Decisions')).toBe('1')
    expect(figure('Notes')).toBe('1')
    panel().getByText('Week of Mar 2, 2026 · Good')
    expect(panel().getByText('Pricing page').parentElement?.textContent).toBe('Blockers: Pricing page')
    expect(panel().getByText('Hire').parentElement?.textContent).toBe('Next priority: Hire')
    expect(screen.queryByText('An older win')).toBeNull()
  })

  test('Goals has each with its period and state', async () => {
    await showFounder('goals')
    await expectText('Ten demos')
    expect(rows().toSorted()).toEqual(['A hundred demosYearlyOpen', 'Ten demosWeeklyCompleted'])
  })

  test('Traction has the totals and each loop, read-only', async () => {
    await showFounder('traction')
    await expectText('Webinars')
    expect(['Conversions', 'Demos', 'Messages'].map((label) => figure(label))).toEqual([
      '5',
      '7Target: 15 a week',
      '90',
    ])
    expect(rows()).toContain('WebinarsScalingConversions4Demos5Messages60')
    expect(panel().queryByRole('textbox')).toBeNull()
  })

  test('Traction Mgmt has them in fields', async () => {
    await showFounder('traction-management')
    expect((await item('Outreach')).getByLabelText<HTMLInputElement>('Messages').value).toBe('30')
    expect(chosenIn((await item('Webinars')).getByRole('combobox', { name: 'Status' }))).toBe('Scaling')
  })

  test('Decisions has each with its category, impact and result', async () => {
    await showFounder('decisions')
    await screen.findByRole('heading', { name: 'Raise prices' })
    for (const text of ['No one says no', 'General', 'Positive', 'Up']) panel().getByText(text)
    expect(rows()).toHaveLength(1)
  })
})

test('of many rows the newest hundred are shown, and the total is', async () => {
  server.has({ goals: Array.from({ length: 102 }, (_, index) => ({ text: `Goal ${index}` })) })
  await showFounder('goals')
  await expectText('The newest 100 of 102')
  expect(rows()).toHaveLength(100)
})

test('a change of one of the records is shown at once', async () => {
  await showFounder()
  await expectText('No check-ins yet.')
  await server.goLive('decisions', 'notes')
  server.inserts('notes', { title: 'A note', user_id: FOUNDER.id })
  await waitFor(() => expect(figure('Notes')).toBe('1'))
  server.inserts('decisions', { title: 'Raise prices', user_id: FOUNDER.id })
  await waitFor(() => expect(figure('Decisions')).toBe('1'))
})

test('shows an error when records fail to load, with a retry', async () => {
  const allow = server.refuse('GET decisions')
  await showFounder()
  await expectFailure('Failed to load user data')
  allow()
  await press('Try again')
  await expectText('No check-ins yet.')
})
