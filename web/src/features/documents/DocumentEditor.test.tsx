// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { WrittenDocument } from '../../../../domain/documents.ts'
import { keys } from '../../lib/data/keys.ts'
import { toasts } from '../../lib/texts/toasts.ts'
import { stubServer } from '../../testing/server.ts'
import { DocumentEditor } from './DocumentEditor.tsx'

const server = stubServer()

const USER = 'the user of a document'
const GOAL = '[[goal:5f0c8a52-0b6c-4a52-9d5e-2f1f0c9b7a11]]'
const span = { from: '2026-10-01', to: '2026-10-31' } as const

const written: WrittenDocument = {
  title: 'Investor update, October 2026',
  markdown: `## Highlights\n\n- “Ten demos” ${GOAL}\n`,
  isEmpty: false,
}

/** The dialog's chunk is loaded on demand. */
const LOADING = { timeout: 20_000 }

// Without a written document the request fails.
beforeEach(() => void server.refuse(/^POST functions\//, { status: 500 }))

function show(document?: WrittenDocument) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const key = keys.document(USER, 'investor-update', span.from, span.to)
  if (document) client.setQueryData(key, document)
  const shown = render(
    <QueryClientProvider client={client}>
      <DocumentEditor
        user={USER}
        kind="investor-update"
        span={span}
        renderText={(markdown) => <p data-testid="text">{markdown}</p>}
      />
    </QueryClientProvider>,
  )
  return { ...shown, arrive: (document: WrittenDocument) => client.setQueryData(key, document) }
}

const text = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })
const title = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' })
const preview = () => within(screen.getByRole('article', { name: 'Preview' }))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('a document is edited with short references, and previewed with whole ones', async () => {
  show(written)
  expect(title().value).toBe(written.title)
  expect(text().value).toBe('## Highlights\n\n- “Ten demos” [1]\n')
  expect(preview().getByTestId('text').textContent).toBe(written.markdown)
  fireEvent.change(text(), { target: { value: '- “Ten demos” [1], and [2]' } })
  await waitFor(() => expect(preview().getByTestId('text').textContent).toBe(`- “Ten demos” ${GOAL}, and [2]`))
})

test('an edited document is a draft that is there again, until it is discarded', async () => {
  const { unmount } = show(written)
  expect(screen.queryByText(/kept in this tab/)).toBeNull()
  fireEvent.change(text(), { target: { value: 'Mine' } })
  fireEvent.change(title(), { target: { value: 'My update' } })
  unmount()
  show({ ...written, title: 'Written again' })
  expect([title().value, text().value]).toEqual(['My update', 'Mine'])
  expect(screen.getByText('Edited. Your text is kept in this tab.')).toBeTruthy()
  press('Write Again')
  fireEvent.click(await screen.findByRole('button', { name: 'Discard changes' }, LOADING))
  await waitFor(() => expect(title().value).toBe('Written again'))
})

test('a failed document can be requested again', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { container, arrive } = show()
  expect(container.querySelector('[data-state="loading"]')).not.toBeNull()
  expect(await screen.findByText('Failed to write the document')).toBeTruthy()
  press('Try again')
  arrive(written)
  await waitFor(() => expect(title().value).toBe(written.title))
  error.mockRestore()
})

test('a document without a record says so, and can be written all the same', async () => {
  show({ ...written, isEmpty: true })
  expect(screen.getByText('No records for this period.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Email to Me' })).toBeNull()
  press('Write It Yourself')
  await waitFor(() => expect(text().value).toContain('## Highlights'))
})

test('a copied document is Markdown without references', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  show(written)
  press('Copy')
  await waitFor(() => expect(writeText).toHaveBeenCalled())
  expect(writeText.mock.calls[0]?.[0]).toBe('# Investor update, October 2026\n\n## Highlights\n\n- “Ten demos”\n')
  vi.unstubAllGlobals()
})

test('without a text nothing can be mailed', () => {
  show(written)
  const mail = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Email to Me' }).disabled
  expect(mail()).toBe(false)
  fireEvent.change(text(), { target: { value: '  ' } })
  expect(mail()).toBe(true)
})

test.each([
  [
    403,
    'Your email address is not confirmed yet. Set a password by “Forgot password?” on the sign-in screen, then try again.',
  ],
  [413, 'The document is too long to be emailed. Download it instead.'],
  [429, 'You have emailed ten documents today. Please try again tomorrow.'],
  [500, 'Failed to email the document'],
])('a mail that is refused with %i says why', async (status, notice) => {
  server.refuse(/^POST functions\//, { status })
  show(written)
  press('Email to Me')
  await waitFor(() => expect(toasts.current().at(-1)?.description).toBe(notice))
})

test('on a small screen one of two sides is shown', () => {
  show(written)
  const sides = within(screen.getByRole('group', { name: 'Show' }))
  const pressed = () => sides.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)
  expect(pressed()).toEqual(['Preview'])
  fireEvent.click(sides.getByRole('button', { name: 'Edit' }))
  expect(pressed()).toEqual(['Edit'])
})
