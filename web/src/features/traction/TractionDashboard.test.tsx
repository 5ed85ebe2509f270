// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { LoopHistory } from './traction-history.ts'
import { card, expectFailure, expectText, press, pressKey, renderScreen, setClock } from '../../testing/render.tsx'
import { choose } from '../../testing/choose.ts'
import { stubServer } from '../../testing/server.ts'
import { TractionDashboard } from './TractionDashboard.tsx'

const server = stubServer()
let history: LoopHistory[] = []
beforeEach(() => {
  history = []
  server.has({ traction_loops: [] })
  server.rpc('traction_history', () => history)
})

const EMPTY = 'No traction loops yet.'
const list = () => card('Traction Loops')
const row = (name: string) => within(list().getByText(name).closest('li')!)
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
  await list().findByText('Outreach')
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
  fireEvent.click(await list().findByText('Outreach'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(list().queryByRole('button')).toBeNull()
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
  expect(await list().findByText('Outreach')).toBeDefined()
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
  await list().findByText('Plain')
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
    history = [{ loop_id: id, first_week: '2026-02-16', statuses: ['running', 'running', 'running'], ...counts }]
    return id
  }

  beforeEach(() => setClock('2026-03-04T10:00:00'))

  test('each total says how it has changed since last week, and follows an admin’s changes', async () => {
    const id = addHistory()
    await renderScreen(<TractionDashboard />)
    await expect.poll(() => statOf('Messages Sent')[1]).toContain('+20 since last week')
    expect(statOf('Demos Booked')[1]).toContain('+12 since last week')
    expect(statOf('Active Loops')[1]).toContain('As last week')
    await server.goLive('traction_loops')
    history = history.map((loop) => ({ ...loop, messages: [10, 40, 1565] }))
    server.updates('traction_loops', { messages: 1565 }, (loop) => loop.id === id)
    await expect.poll(() => statOf('Messages Sent')[0]).toContain('1,565')
    await expect.poll(() => statOf('Messages Sent')[1]).toContain('+1,525 since last week')
  })

  test('the chart is read with the arrow keys, and a table says the same', async () => {
    addHistory()
    await renderScreen(<TractionDashboard />)
    await choose('Count', 'Messages')
    const weeks = await chart('Messages added by week')
    // The list gets the focus back first.
    await expect.poll(() => document.activeElement?.textContent).toBe('Messages')
    const value = () => weeks.getAttribute('aria-valuetext')
    expect(value()).toBe('Week of Mar 2, 2026, so far: 20')
    weeks.focus()
    await pressKey('ArrowLeft')
    expect(value()).toBe('Week of Feb 23, 2026: 30')
    await pressKey('Home')
    expect(value()).toBe('Week of Feb 16, 2026: 10')
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
    history = [...history, { loop_id, first_week: '2026-03-02', statuses: ['running'], ...counts }]
    await renderScreen(<TractionDashboard />)
    expect(await valueOf(conversions)).toMatch(/: 8$/)
    await choose('Loop', 'Webinars')
    expect(await valueOf(conversions)).toMatch(/: 5$/)
    expect(row('Webinars').getByText('Messages to demos').parentElement?.textContent).toBe('Messages to demos25%')
    expect(row('Webinars').getByText('Demos to conversions').parentElement?.textContent).toBe('Demos to conversions50%')
  })

  test('the chart shows 12 weeks, 26 or all', async () => {
    const id = addHistory()
    const counts = Array.from({ length: 31 }, (_, week) => week)
    const statuses = counts.map(() => 'running' as const)
    history = [
      { loop_id: id, first_week: '2025-08-04', statuses, conversions: counts, demos: counts, messages: counts },
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
