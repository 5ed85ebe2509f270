// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { FOUNDER } from '../../testing/people.ts'
import { expectFailure, expectGone, expectText, press, renderScreen, setClock, type } from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'
import { ImportRecords } from './ImportRecords.tsx'

const server = stubServer()

/** The lines that are here already, from 1. */
let known: number[] = []
let recent: { batch: string; kind: string; added: number; created_at: string }[] = []

beforeEach(() => {
  setClock('2026-03-04T09:00:00Z')
  known = []
  recent = []
  server.rpc('preview_import', () => known)
  server.rpc('recent_imports', () => recent)
  server.rpc('import_records', ({ lines }) => ({
    added: (lines as unknown[]).length - known.length,
    skipped: known.length,
  }))
  server.rpc('undo_import', () => ({ removed: 2, kept: 0 }))
})

const show = (isAdmin = false) =>
  renderScreen(
    <ImportRecords founder={FOUNDER.id} hasLoops={isAdmin} {...(isAdmin && { founderPage: '/admin/founders/5f0c' })} />,
  )
const choose = (text: string, name = 'goals.csv') =>
  fireEvent.change(screen.getByLabelText('CSV file'), { target: { files: [new File([text], name)] } })
const imported = () => server.sent('POST rpc/import_records').map(({ body }) => body)
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const isReady = (name: string | RegExp) =>
  waitFor(() => expect(button(name).getAttribute('aria-disabled')).toBe('false'))
const rows = () =>
  within(screen.getByRole('tabpanel'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

const GOALS = 'Goal,Horizon,Done,Completed,Colour\nTen demos,weekly,yes,2026-03-03,red\nHire,yearly,,,'

test('nothing chosen yet: what can be imported and what each file needs, without loops for founders', async () => {
  await show()
  screen.getByText('Needs the columns goal and period')
  screen.getByText('Needs the columns week, win and priority')
  expect(screen.queryByText('Loops with their history')).toBeNull()
  expect(button('Preview')).toHaveProperty('disabled', true)
  await waitFor(() => expect(server.sent('POST rpc/recent_imports')).toHaveLength(1))
  expect(screen.queryByText('Imported in the last 24 hours')).toBeNull()
})

test('a file is previewed line by line, stored as a whole, and undone in one press', async () => {
  known = [2]
  await show()
  choose(GOALS)
  await screen.findByRole('heading', { name: 'goals.csv' })
  await isReady('Import 1 goal')
  expect(rows()).toEqual([
    'Row 2Goal “Ten demos”, weekly, done on Mar 3, 2026',
    'Row 3Goal “Hire”, yearly, openHere already, or the same as a row above: skipped',
  ])
  screen.getByText('1 goal to add, 1 here already')
  screen.getByText('The column “Colour” is not used.')
  await press('Import 1 goal')
  await expectText('1 goal imported. 1 row was here already. You can undo it for a day.')
  expect(imported()).toEqual([
    {
      batch: expect.any(String),
      kind: 'goals',
      founder: FOUNDER.id,
      lines: [
        { text: 'Ten demos', period: 'weekly', completed: true, completed_on: '2026-03-03' },
        { text: 'Hire', period: 'yearly', completed: false },
      ],
    },
  ])
  server.rpc('undo_import', () => ({ removed: 0, kept: 1 }))
  await press('Undo')
  await expectText('0 goals removed. 1 stays: changed, commented on, linked to or added to since.')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  await press('Import Another File')
  await screen.findByRole('heading', { name: 'Choose a file' })
})

test('a press while the server still looks for what is here already imports at once', async () => {
  known = [2]
  server.rpc('preview_import', () => new Promise<never>(() => undefined))
  await show()
  choose(GOALS)
  await expectText('Checking what is here already...')
  await press('Import 2 goals')
  await expectText('1 goal imported. 1 row was here already. You can undo it for a day.')
})

test('what replaces the focused control takes the focus: the heading of what is shown then', async () => {
  recent = [
    { batch: 'b1', kind: 'decisions', added: 2, created_at: '2026-03-04T08:00:00Z' },
    { batch: 'b2', kind: 'goals', added: 34, created_at: '2026-03-03T10:00:00Z' },
  ]
  await show()
  const isFocused = (name: string) =>
    waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name })))
  const pressFocused = async (name: string | RegExp) => {
    button(name).focus()
    await press(name)
  }
  await screen.findByRole('heading', { name: 'Imported in the last 24 hours' })
  server.rpc('undo_import', () => {
    recent = []
    return { removed: 2, kept: 0 }
  })
  await pressFocused(/^Undo: 2 decisions/)
  await expectText('2 decisions removed.')
  await isFocused('Imported in the last 24 hours')
  button('Choose a File').focus()
  choose(GOALS)
  await isFocused('goals.csv')
  await isReady('Import 2 goals')
  await pressFocused('Choose Another File')
  await isFocused('Choose a file')
  choose(GOALS)
  await isReady('Import 2 goals')
  await pressFocused('Import 2 goals')
  await isFocused('Imported')
  await pressFocused('Undo')
  await isFocused('Undone')
})

test('with one wrong line nothing is imported; the errors are listed alone', async () => {
  await show()
  choose(`${GOALS}\nSell,daily,,,\nShip,weekly,,soon,`)
  await expectText('Correct 2 rows in the file, then choose it again.')
  await press('Import 2 goals')
  expect(imported()).toEqual([])
  await press(/^Errors/, 'tab')
  expect(rows()).toEqual([
    'Row 4“daily” is not weekly, monthly, quarterly or yearly (horizon)',
    'Row 5“soon” is not a date (completed). Write it like 2026-10-31',
  ])
  await press('Choose Another File')
  choose(GOALS)
  await isReady('Import 2 goals')
  await press(/^Errors/, 'tab')
  await expectText('No errors.')
})

test('dates that can be read in two ways are asked about once for the file, and are no errors', async () => {
  await show()
  choose('Goal,Horizon,Created\nHire,yearly,03/02/2026\nSell,yearly,03/01/2026\nShip,daily,2026-03-01')
  await expectText('Answer the question above first.')
  screen.getByText('3 rows, 1 with an error')
  expect(screen.getByRole('tab', { name: /^Errors/ }).textContent).toBe('Errors1')
  button('Import')
  await press('Choose Another File')
  choose('Goal,Horizon,Created\nHire,yearly,03/02/2026\nSell,yearly,03/01/2026')
  await expectText('2 rows')
  expect(server.sent('POST rpc/preview_import')).toEqual([])
  await press(await screen.findByRole('radio', { name: 'the day' }))
  await isReady('Import 2 goals')
  expect(rows()[0]).toBe('Row 2Goal “Hire”, yearly, of Feb 3, 2026, open')
  await press(screen.getByRole('radio', { name: 'the month' }))
  await waitFor(() => expect(rows()[0]).toBe('Row 2Goal “Hire”, yearly, of Mar 2, 2026, open'))
  await isReady('Import 2 goals')
})

test('numbers that can be read in two ways are asked about by the mark that they have', async () => {
  await show()
  choose('Goal,Horizon,Target\nHire,yearly,"1,250"')
  await screen.findByRole('group', { name: 'How are numbers written? In “1,250”, the comma' })
  await press(screen.getByRole('radio', { name: 'is before decimals' }))
  await waitFor(() => expect(rows()).toEqual(['Row 2Goal “Hire”, yearly, open, target 1.25']))
  await press(screen.getByRole('radio', { name: 'divides thousands' }))
  await waitFor(() => expect(rows()).toEqual(['Row 2Goal “Hire”, yearly, open, target 1,250']))
})

test('many columns that are not used are named behind their number', async () => {
  await show()
  choose(`Goal,Horizon,${Array.from({ length: 7 }, (_, column) => `C${column}`).join(',')}\nHire,weekly`)
  const number = await screen.findByText('7 columns are not used')
  expect(number.closest('details')?.open).toBe(false)
  expect(number.nextElementSibling?.textContent).toBe('C0, C1, C2, C3, C4, C5 and C6')
})

test('pasted rows of a spreadsheet are taken as a file is', async () => {
  await show()
  await type('Or paste rows', 'Week\tWin\tPriority\n2026-03-02\tTwo demos\tPrice')
  await press('Preview')
  await isReady('Import 1 check-in')
  expect(rows()).toEqual(['Row 2Check-in of the week of Mar 2, 2026, mood Ok (none given)'])
  await press('Import 1 check-in')
  await press('Import Another File')
  expect((await screen.findByLabelText('Or paste rows')).textContent).toBe('')
})

test('pasted rows with an error are corrected where they were pasted', async () => {
  const wrong = 'Goal,Period\nHire,daily'
  await show()
  await type('Or paste rows', 'Goal')
  await press('Preview')
  await screen.findByRole('alert')
  await type('Or paste rows', wrong)
  expect(screen.queryByRole('alert')).toBeNull()
  await press('Preview')
  await expectText('Correct 1 row, then preview it again.')
  await press('Change Rows')
  expect((await screen.findByLabelText('Or paste rows')).textContent).toBe(wrong)
})

test('a file that is dropped beside the target is read, at every step', async () => {
  const drop = (name: string) =>
    fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [new File([GOALS], name)] } })
  await show()
  expect(drop('one.csv')).toBe(false)
  await screen.findByRole('heading', { name: 'one.csv' })
  drop('corrected.csv')
  await screen.findByRole('heading', { name: 'corrected.csv' })
})

test('a dropped file that cannot be read leaves the preview as it is, and an imported file what is pasted', async () => {
  const drop = (text: string, name: string) =>
    fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [new File([text], name)] } })
  await show()
  await type('Or paste rows', 'Goal\nLater')
  drop(GOALS, 'one.csv')
  await screen.findByRole('heading', { name: 'one.csv' })
  drop('PK\u0003\u0004', 'two.xlsx')
  await expectFailure('This is a spreadsheet. Save it as CSV first, then choose that file.')
  await isReady('Import 2 goals')
  await press('Import 2 goals')
  await press('Import Another File')
  expect((await screen.findByLabelText('Or paste rows')).textContent).toBe('Goal\nLater')
})

test.each([
  [false, 'View Goals', '/'],
  [true, 'View Founder', '/admin/founders/5f0c'],
])('what was imported is a press away: for admins %s', async (isAdmin, name, to) => {
  await show(isAdmin)
  choose(GOALS)
  await isReady('Import 2 goals')
  await press('Import 2 goals')
  expect((await screen.findByRole('button', { name })).getAttribute('href')).toBe(to)
})

test.each([
  ['PK\u0003\u0004', 'This is a spreadsheet. Save it as CSV first, then choose that file.'],
  ['Goal', 'There is no row below the names of the columns.'],
  ['x'.repeat(1024 * 1024 + 1), 'A file has at most 1 MB. Split it into smaller ones.'],
])('a file that cannot be read says why: %#', async (text, problem) => {
  await show()
  choose(text)
  expect((await screen.findByRole('alert')).textContent).toBe(problem)
})

test('a file of no known kind says what is needed, one of a likely kind what it lacks', async () => {
  await show()
  choose('Name,Email\nAna,ana@acme.com', 'people.csv')
  const unknown = await screen.findByRole('alert')
  expect(unknown.textContent).toMatch(/can’t tell what this is.*goals: goal, period.*check-ins: week, win, priority/)
  await press('Choose Another File')
  choose('Decision,Decided on,Expected\nHire,2026-03-02,More time')
  const lacking = await screen.findByRole('alert')
  expect(lacking.textContent).toBe('This looks like decisions, but has no column “reasoning”.')
})

test('loops are for admins: founders are told whom to send the file to', async () => {
  const loops = 'Loop,Date,Total\nCold mail,2026-03-02,12'
  const { leave } = await show()
  choose(loops)
  expect((await screen.findByRole('alert')).textContent).toMatch(/managed by your growth squad/)
  leave()
  await show(true)
  choose(loops)
  await isReady('Import 1 loop entry')
  expect(rows()).toEqual(['Row 2“Cold mail” on Mar 2, 2026: 12 conversions in all'])
})

test('a file of which all is here already imports nothing', async () => {
  known = [1, 2]
  await show()
  choose(GOALS)
  await expectText('All of it is here already.')
  await press('Import')
  expect(imported()).toEqual([])
})

test('2,000 lines are listed; errors anywhere in them are found', async () => {
  await show()
  choose(`Goal,Horizon\n${'Hire,weekly\n'.repeat(1999)},weekly`)
  await expectText('1,999 goals to add, 1 row with an error')
  await press(/^Errors/, 'tab')
  expect(rows()).toEqual(['Row 2,001The goal is missing'])
})

test('a preview that failed is tried again; a refused one says why', async () => {
  server.rpc('preview_import', () => Response.json({ message: 'down' }, { status: 500 }))
  await show(true)
  choose(GOALS)
  await expectText('We couldn’t check what is here already.')
  expect(button(/^Import/).getAttribute('aria-disabled')).toBe('true')
  server.rpc('preview_import', () => [])
  await press('Try again')
  await isReady('Import 2 goals')
  await press('Choose Another File')
  server.rpc('preview_import', () =>
    Response.json({ code: 'P0001', message: 'x', hint: 'totals_needed' }, { status: 400 }),
  )
  choose('Loop,Date,Gain\nCold mail,2026-03-02,12')
  await expectText(/One of these loops is here already\. Its history takes totals/)
})

test.each([
  [
    { code: '22008', message: 'a day of an import is after 1999' },
    400,
    'Nothing was imported: a day of an import is after 1999.',
  ],
  [
    { code: 'over_request_rate_limit', message: 'There were twenty imports in a day already' },
    429,
    'Nothing was imported. There were twenty imports in a day already. Try again later.',
  ],
  [{ code: '54000', message: 'x' }, 400, 'Nothing was imported: the account is full.'],
  [
    { code: 'request_entity_too_large', message: 'x' },
    413,
    'That is too much text for one import. Split the file into smaller ones.',
  ],
  [
    { code: '57014', message: 'x' },
    500,
    'Nothing was imported: it took too long. Split the file, or try again in a minute.',
  ],
  [{ message: 'x' }, 500, 'Nothing was imported. Please try again.'],
  [
    { refused: { code: '22008', message: 'a day of an import is after 1999', details: null, hint: null } },
    200,
    'Nothing was imported: a day of an import is after 1999.',
  ],
  [
    { refused: { code: '57014', message: 'x', details: null, hint: null } },
    200,
    'Nothing was imported: it took too long. Split the file, or try again in a minute.',
  ],
])('a failed import keeps the file, and the same import is sent again: %#', async (error, status, notice) => {
  server.rpc('import_records', () => Response.json(error, { status }))
  await show()
  choose(GOALS)
  await isReady('Import 2 goals')
  await press('Import 2 goals')
  await expectFailure(notice)
  await press('Import 2 goals')
  await waitFor(() => expect(imported()).toHaveLength(2))
  const [one, again] = imported()
  expect(again).toEqual(one)
})

test('the imports of the last day are undone from the list, too', async () => {
  recent = [
    { batch: 'b1', kind: 'decisions', added: 2, created_at: '2026-03-04T08:00:00Z' },
    { batch: 'b2', kind: 'goals', added: 34, created_at: '2026-03-03T10:00:00Z' },
  ]
  await show()
  await screen.findByRole('heading', { name: 'Imported in the last 24 hours' })
  server.rpc('undo_import', () => Response.json({ code: 'P0002', message: 'x' }, { status: 400 }))
  await press(/^Undo: 34 goals/)
  await expectFailure('It is too late to undo this.')
  server.rpc('undo_import', () => {
    recent = recent.slice(1)
    return { removed: 2, kept: 0 }
  })
  await press(/^Undo: 2 decisions/)
  await expectText('2 decisions removed.')
  await expectGone(() => screen.queryByRole('button', { name: /^Undo: 2 decisions/ }))
  expect(server.sent('POST rpc/undo_import').map(({ body }) => body)).toEqual([{ batch: 'b2' }, { batch: 'b1' }])
})
