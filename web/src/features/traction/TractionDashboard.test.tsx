// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { LoopHistory } from './traction-history.ts'
import { loopHistory } from '../../testing/loop-history.ts'
import { FOUNDER } from '../../testing/people.ts'
import {
  card,
  expectFailure,
  expectSuccess,
  expectText,
  press,
  pressKey,
  renderScreen,
  setClock,
  type,
} from '../../testing/render.tsx'
import { choose } from '../../testing/choose.ts'
import { stubServer } from '../../testing/server.ts'
import { TractionDashboard } from './TractionDashboard.tsx'

const server = stubServer()
let history: LoopHistory[] = []
beforeEach(() => {
  history = []
  server.has({ traction_loops: [], weekly_targets: [], weekly_target_points: [] })
  server.rpc('traction_history', () => history)
})

const EMPTY = 'No traction loops yet.'
const list = () => card('Traction Loops')
const row = (name: string) => within(list().getByText(name).closest('tr')!)
const cellsOf = (name: string) =>
  row(name)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
const namesInTable = () =>
  list()
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent)
/** Text under the label of a total: the figure, and how it has changed. */
const statOf = (label: string) =>
  [...(screen.getByText(label, { selector: 'dt' }).parentElement?.querySelectorAll('dd') ?? [])].map(
    ({ textContent }) => textContent,
  )
const exporting = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Export' })

test('four totals over all loops, "N running, M scaling", and a badge for each status', async () => {
  server.has({
    traction_loops: [
      { name: 'Outreach', status: 'running', conversions: 3, demos: 4, messages: 50 },
      { name: 'Webinars', status: 'running', conversions: 10, demos: 20, messages: 300 },
      { name: 'Referrals', status: 'scaling', conversions: 1, demos: 1, messages: 1 },
      { name: 'Cold calls', status: 'paused', conversions: 100, demos: 0, messages: 0 },
    ],
  })
  await renderScreen(<TractionDashboard />)
  await screen.findByText('Outreach')
  expect(statOf('Total Conversions')[0]).toBe('114')
  expect(statOf('Demos Booked')[0]).toBe('25')
  expect(statOf('Messages Sent')[0]).toBe('351')
  expect(statOf('Active Loops')[0]).toBe('32 running, 1 scaling')
  const statuses = { Outreach: 'Running', Webinars: 'Running', Referrals: 'Scaling', 'Cold calls': 'Paused' }
  for (const [name, status] of Object.entries(statuses)) expect(row(name).getByText(status)).toBeDefined()
})

test('shows that it loads, neither figures nor an empty state', async () => {
  const release = server.hold('GET traction_loops')
  await renderScreen(<TractionDashboard />)
  expect(list().getByText('Loading...')).toBeDefined()
  expect(statOf('Total Conversions')[0]).toBe('–')
  expect(statOf('Active Loops')[0]).toBe('–')
  expect(screen.queryByText(EMPTY)).toBeNull()
  // A place is kept for the chart, which comes above the list.
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Week by Week', 'Traction Loops',
  ]) // prettier-ignore
  release()
  await expectText(EMPTY)
})

test('without loops all totals are 0 and there is nothing to export', async () => {
  await renderScreen(<TractionDashboard />)
  await expectText(EMPTY)
  expect(statOf('Total Conversions')[0]).toBe('0')
  expect(statOf('Active Loops')[0]).toBe('00 running, 0 scaling')
  expect(exporting().disabled).toBe(true)
})

test('loops are read-only for founders, and only their own are requested', async () => {
  server.has({ traction_loops: [{ name: 'Outreach' }, { name: 'Not yours', user_id: 'other' }] })
  await renderScreen(<TractionDashboard />)
  fireEvent.click(await screen.findByText('Outreach'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(row('Outreach').queryByRole('button')).toBeNull()
  expect(list().queryByRole('textbox')).toBeNull()
  expect(list().queryByText('Not yours')).toBeNull()
})

test('an admin’s changes appear on the open screen', async () => {
  await renderScreen(<TractionDashboard />)
  await expectText(EMPTY)
  await server.goLive('traction_loops')
  server.inserts('traction_loops', { name: 'Outreach' })
  await expect.poll(() => statOf('Active Loops')[0]).toBe('11 running, 0 scaling')
  server.updates('traction_loops', { status: 'scaling', demos: 7 })
  await expect.poll(() => statOf('Active Loops')[0]).toBe('10 running, 1 scaling')
  expect(statOf('Demos Booked')[0]).toBe('7')
  server.deletes('traction_loops')
  await expectText(EMPTY)
})

test('shows a change that happens during the first load', async () => {
  const release = server.holdAnswers('GET traction_loops', { times: 1 })
  await renderScreen(<TractionDashboard />)
  await server.goLive('traction_loops')
  server.inserts('traction_loops', { name: 'Outreach' })
  release()
  expect(await screen.findByText('Outreach')).toBeDefined()
})

test('a failed load is said, with a retry', async () => {
  const allow = server.refuse('GET traction_loops')
  await renderScreen(<TractionDashboard />)
  await expectFailure('Failed to load traction loops')
  allow()
  await press(await list().findByRole('button', { name: 'Try again' }))
  await expectText(EMPTY)
})

test('Export saves a CSV without formula injection', async () => {
  const created = (day: number) => `2026-01-0${day}T00:00:00+00:00`
  const written = (day: number) => new Date(created(day)).toLocaleString('sv')
  const plain = { status: 'running', conversions: 0, demos: 0, messages: 0 } as const
  const loops = [
    { ...plain, name: 'Plain', conversions: 1, demos: 2, messages: 3 },
    { ...plain, name: 'Calls, mails and "demos"' },
    { ...plain, name: 'Two lines', status: 'paused' as const },
    { ...plain, name: '=HYPERLINK("http://evil.example")', status: 'scaling' as const },
    { ...plain, name: '+1' },
    { ...plain, name: '-1', conversions: -5 },
    { ...plain, name: '@SUM(A1)' },
  ]
  server.has({ traction_loops: loops.map((loop, index) => ({ ...loop, created_at: created(9 - index) })) })
  const saved: { name: string; content: Blob }[] = []
  const file = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, content: file.mock.calls[0]?.[0] as Blob })
  })
  await renderScreen(<TractionDashboard />)
  await screen.findByText('Plain')
  await press(exporting())
  expect(saved.map(({ name }) => name)).toEqual(['traction-loops.csv'])
  const bytes = new Uint8Array((await saved[0]?.content.arrayBuffer()) ?? new ArrayBuffer())
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).toBe(
    [
      '\ufeffname,status,conversions,demos,messages,created_at',
      `Plain,running,1,2,3,${written(9)}`,
      `"Calls, mails and ""demos""",running,0,0,0,${written(8)}`,
      `Two lines,paused,0,0,0,${written(7)}`,
      `"'=HYPERLINK(""http://evil.example"")",scaling,0,0,0,${written(6)}`,
      `'+1,running,0,0,0,${written(5)}`,
      `'-1,running,-5,0,0,${written(4)}`,
      `'@SUM(A1),running,0,0,0,${written(3)}`,
      '',
    ].join('\r\n'),
  )
})

describe('week by week', () => {
  const chart = (name: string) => screen.findByRole('slider', { name })
  const valueOf = async (name: string) => (await chart(name)).getAttribute('aria-valuetext')
  const conversions = 'Conversions added by week'

  /** A loop with 10, 40 and 60 messages at the end of each of three weeks, the last one this week. */
  function addHistory(): string {
    server.has({
      traction_loops: [
        { name: 'Outreach', messages: 60, demos: 12, conversions: 3, created_at: '2026-02-16T00:00:01Z' },
      ],
    })
    const { id } = server.row('traction_loops')
    const counts = { conversions: [0, 0, 3], demos: [0, 0, 12], messages: [10, 40, 60] }
    history = [loopHistory({ loop_id: id, first_week: '2026-02-16' }, counts)]
    return id
  }

  beforeEach(() => setClock('2026-03-04T10:00:00'))

  test('each total says how it has changed since last week, and follows an admin’s changes', async () => {
    const id = addHistory()
    await renderScreen(<TractionDashboard />)
    await expect.poll(() => statOf('Messages Sent')[1]).toContain('+20 this week')
    expect(statOf('Demos Booked')[1]).toContain('+12 this week')
    expect(statOf('Active Loops')[1]).toContain('No change this week')
    await server.goLive('traction_loops')
    history = history.map((loop) => loopHistory(loop, { ...loop, messages: [10, 40, 1565] }))
    server.updates('traction_loops', { messages: 1565 }, (loop) => loop.id === id)
    await expect.poll(() => statOf('Messages Sent')[0]).toContain('1,565')
    await expect.poll(() => statOf('Messages Sent')[1]).toContain('+1,525 this week')
  })

  test('the axis of large counts is short; the figure above it is not', async () => {
    addHistory()
    history = history.map((loop) => loopHistory(loop, { ...loop, conversions: [0, 0, 3_000_000_000] }))
    await renderScreen(<TractionDashboard />)
    expect(await valueOf(conversions)).toBe('Week of Mar 2, 2026, so far: 3,000,000,000')
    const axis = [...(await chart(conversions)).querySelectorAll('text')].map(({ textContent }) => textContent)
    expect(axis.slice(0, 4)).toEqual(['0', '1B', '2B', '3B'])
  })

  test('the chart is read with the arrow keys, and a table says the same', async () => {
    addHistory()
    await renderScreen(<TractionDashboard />)
    await choose('Count', 'Messages')
    const weeks = await chart('Messages added by week')
    const value = () => weeks.getAttribute('aria-valuetext')
    expect(value()).toBe('Week of Mar 2, 2026, so far: 20')
    weeks.focus()
    await pressKey('ArrowLeft')
    expect(value()).toBe('Week of Feb 23, 2026: 30')
    await pressKey('Home')
    expect(value()).toBe('Week of Feb 16, 2026: 10')
    expect(screen.queryByRole('table', { name: 'Messages added by week' })).toBeNull()
    fireEvent.click(screen.getByText('Show as a table'))
    const table = within(screen.getByRole('table', { name: 'Messages added by week' }))
    expect(table.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['20', '30', '10'])
    expect(table.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
      'Mar 2, 2026 (so far)', 'Feb 23, 2026', 'Feb 16, 2026',
    ]) // prettier-ignore
  })

  test('the chart shows one loop, which shows its rates', async () => {
    addHistory()
    server.has({ traction_loops: [{ name: 'Webinars', conversions: 5, demos: 10, messages: 40 }] })
    const loop_id = server.rows('traction_loops')[1]?.id ?? ''
    const counts = { conversions: [5], demos: [10], messages: [40] }
    history = [...history, loopHistory({ loop_id, first_week: '2026-03-02' }, counts)]
    await renderScreen(<TractionDashboard />)
    expect(await valueOf(conversions)).toMatch(/: 8$/)
    await choose('Loop', 'Webinars')
    expect(await valueOf(conversions)).toMatch(/: 5$/)
    expect(cellsOf('Webinars')).toEqual([
      'Messages40+40 this week', '→25%', 'Demos10+10 this week', '→50%', 'Conversions5', '+5 conversions this week', '',
    ]) // prettier-ignore
  })

  test('loops are sorted by any column, those without a value last, and paused ones stand apart', async () => {
    const counts = { conversions: 0, demos: 0, messages: 0 }
    server.has({
      traction_loops: [
        { ...counts, name: 'Ads', messages: 10, created_at: '2026-01-01T00:00:00Z' },
        { ...counts, name: 'Mails', messages: 200, demos: 10, conversions: 5, created_at: '2026-01-02T00:00:00Z' },
        { ...counts, name: 'Calls', messages: 50, demos: 10, conversions: 9, created_at: '2026-01-03T00:00:00Z' },
        { ...counts, name: 'Fairs', messages: 900, status: 'paused', created_at: '2026-01-04T00:00:00Z' },
      ],
    })
    await renderScreen(<TractionDashboard />)
    await screen.findByText('Fairs')
    const headers = list().getAllByRole('columnheader')
    expect(headers.map((header) => header.querySelector('button')?.getAttribute('aria-label') ?? header.textContent)).toEqual([
      'Loop', 'Messages', 'Messages to demos', 'Demos', 'Demos to conversions', 'Conversions', 'Conversions this week',
      'Last 12 weeks',
    ]) // prettier-ignore
    const order = () => namesInTable().map((name) => name?.replace(/(Running|Paused)$/, ''))
    expect(order()).toEqual(['Calls', 'Mails', 'Ads', '', 'Fairs'].map((name) => name || 'Paused (1)'))
    await press(list().getByRole('button', { name: 'Messages' }))
    expect(order().slice(0, 3)).toEqual(['Mails', 'Calls', 'Ads'])
    expect(list().getByRole('columnheader', { name: 'Messages' }).getAttribute('aria-sort')).toBe('descending')
    await press(list().getByRole('button', { name: 'Messages' }))
    expect(order().slice(0, 3)).toEqual(['Ads', 'Calls', 'Mails'])
    // Ads have no demos to take a share of.
    await press(list().getByRole('button', { name: 'Demos to conversions' }))
    expect(order().slice(0, 3)).toEqual(['Calls', 'Mails', 'Ads'])
    await press(list().getByRole('button', { name: 'Demos to conversions' }))
    expect(order().slice(0, 3)).toEqual(['Mails', 'Calls', 'Ads'])
    await press(list().getByRole('button', { name: 'Loop' }))
    expect(order().slice(0, 3)).toEqual(['Ads', 'Calls', 'Mails'])
  })

  test('on a phone, where there is no header, a list sorts the loops', async () => {
    const counts = { conversions: 0, demos: 0, messages: 0 }
    server.has({
      traction_loops: [
        { ...counts, name: 'Ads', messages: 10, created_at: '2026-01-01T00:00:00Z' },
        { ...counts, name: 'Mails', messages: 200, created_at: '2026-01-02T00:00:00Z' },
        { ...counts, name: 'Calls', messages: 50, created_at: '2026-01-03T00:00:00Z' },
      ],
    })
    await renderScreen(<TractionDashboard />)
    const sortBy = await screen.findByLabelText('Sort by')
    const order = () => namesInTable().map((name) => name?.replace('Running', ''))
    expect(order()).toEqual(['Calls', 'Mails', 'Ads'])
    fireEvent.change(sortBy, { target: { value: 'messages' } })
    expect(order()).toEqual(['Mails', 'Calls', 'Ads'])
    fireEvent.change(sortBy, { target: { value: 'name' } })
    expect(order()).toEqual(['Ads', 'Calls', 'Mails'])
    fireEvent.change(sortBy, { target: { value: 'newest' } })
    expect(order()).toEqual(['Calls', 'Mails', 'Ads'])
  })

  test('weeks without data are named, and are no weeks without gain', async () => {
    const id = addHistory()
    history = [loopHistory({ loop_id: id, first_week: '2026-02-16' }, { conversions: [2, 2, 3] }, null)]
    await renderScreen(<TractionDashboard />)
    await chart(conversions)
    await expectText('Not recorded: the week of Feb 16.')
    const bars = row('Outreach').getByRole('img', { name: /^Conversions/ })
    expect(bars.getAttribute('aria-label')).toBe('Conversions in each of the last weeks: not recorded, 0, 1')
  })

  describe('weekly targets', () => {
    const dialog = () => screen.findByRole('dialog', { name: 'Weekly Targets' })
    const opens = async () => press(await screen.findByRole('button', { name: 'Weekly Targets' }))
    const planned = () => screen.queryByText(/^Target: /)?.textContent

    test('are set, shown for all loops, and taken away again', async () => {
      addHistory()
      await renderScreen(<TractionDashboard />)
      await chart(conversions)
      expect(planned()).toBeUndefined()
      await opens()
      await dialog()
      await type('Messages', '25')
      await type('Demos', ' 1,200 ')
      await press('Save')
      await expectSuccess('Weekly targets saved')
      expect(server.rows('weekly_targets')).toMatchObject([
        { user_id: FOUNDER.id, conversions: null, demos: 1200, messages: 25 },
      ])
      await choose('Count', 'Messages')
      await expect.poll(planned).toBe('Target: 25 a week, from this week on.')
      await choose('Loop', 'Outreach')
      await expect.poll(planned).toBeUndefined()
      await opens()
      await dialog()
      expect(screen.getByLabelText<HTMLInputElement>('Messages').value).toBe('25')
      await type('Messages', '')
      await press('Save')
      await expect.poll(() => server.rows('weekly_targets')[0]).toMatchObject({ demos: 1200, messages: null })
    })

    test('count from the week in which they were set: a new one changes no week before it', async () => {
      addHistory()
      server.has({
        weekly_targets: [{ messages: 40 }],
        weekly_target_points: [
          { week: '2026-02-16', messages: 10 },
          { week: '2026-02-23', messages: 40 },
        ],
      })
      await renderScreen(<TractionDashboard />)
      await chart(conversions)
      await choose('Count', 'Messages')
      // 10 and 30 were added.
      await expect.poll(planned).toBe('Target: 40 a week. Each week’s own target was reached in 1 of 2 weeks.')
      await opens()
      expect((await dialog()).textContent).toContain('A change counts from this week.')
      await type('Messages', '5')
      await press('Save')
      await expect.poll(planned).toBe('Target: 5 a week. Each week’s own target was reached in 1 of 2 weeks.')
    })

    test.each(['0', '-3', 'ten', '12345678', '1000001'])('%j is no target', async (typed) => {
      addHistory()
      await renderScreen(<TractionDashboard />)
      await opens()
      await dialog()
      await type('Demos', typed)
      await press('Save')
      expect(screen.getByRole('alert').textContent).toBe('A whole number from 1 to 1,000,000, please.')
      expect(document.activeElement).toBe(screen.getByLabelText('Demos'))
      expect(server.sent('POST weekly_targets')).toEqual([])
    })

    test('that could not be saved stay typed, and the earlier ones are shown', async () => {
      addHistory()
      server.has({
        weekly_targets: [{ conversions: 2 }],
        weekly_target_points: [{ week: '2026-02-16', conversions: 2 }],
      })
      await renderScreen(<TractionDashboard />)
      await expect.poll(planned).toBe('Target: 2 a week, reached in 0 of 2 weeks.')
      server.lose('POST weekly_targets')
      await opens()
      await dialog()
      await type('Conversions', '3')
      await press('Save')
      await expectFailure('Failed to save your weekly targets')
      expect(planned()).toBe('Target: 2 a week, reached in 0 of 2 weeks.')
      await opens()
      await dialog()
      expect(screen.getByLabelText<HTMLInputElement>('Conversions').value).toBe('3')
    })
  })

  test('Export Weeks saves what each loop had and gained in each week', async () => {
    addHistory()
    let saved = ''
    const file = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved = this.download
    })
    await renderScreen(<TractionDashboard />)
    await press('Export Weeks')
    expect(saved).toBe('traction-weeks.csv')
    const text = await new Response(file.mock.calls[0]?.[0] as Blob).text()
    expect(text.replace('\ufeff', '')).toBe(
      [
        'week_of,loop,status,messages,demos,conversions,messages_added,demos_added,conversions_added',
        '2026-02-16,Outreach,running,10,0,0,10,0,0',
        '2026-02-23,Outreach,running,40,0,0,30,0,0',
        '2026-03-02,Outreach,running,60,12,3,20,12,3',
        '',
      ].join('\r\n'),
    )
  })

  test('the chart shows 12 weeks, 26 or all', async () => {
    const id = addHistory()
    const counts = Array.from({ length: 31 }, (_, week) => week)
    history = [
      loopHistory({ loop_id: id, first_week: '2025-08-04' }, { conversions: counts, demos: counts, messages: counts }),
    ]
    await renderScreen(<TractionDashboard />)
    const lastWeek = async () => Number((await chart(conversions)).getAttribute('aria-valuemax'))
    expect(await lastWeek()).toBe(11)
    await choose('Period', '26 weeks')
    await expect.poll(lastWeek).toBe(25)
    await choose('Period', 'All weeks')
    await expect.poll(lastWeek).toBe(30)
    await choose('Period', '12 weeks')
    await expect.poll(lastWeek).toBe(11)
  })

  test('a history that does not load is said, beside loops that did', async () => {
    addHistory()
    const allow = server.refuse('GET rpc/traction_history')
    await renderScreen(<TractionDashboard />)
    await expectFailure('Failed to load the weeks of your loops')
    expect(list().getByText('Outreach')).toBeDefined()
    allow()
    await press('Try again')
    expect(await chart(conversions)).toBeDefined()
  })
})
