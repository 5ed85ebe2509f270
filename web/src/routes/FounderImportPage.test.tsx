// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { hasPage } from '../features/admin/founder-page/test-page.tsx'
import { ADMIN, FOUNDER } from '../testing/people.ts'
import { expectText, press, renderScreen } from '../testing/render.tsx'
import { stubServer } from '../testing/server.ts'
import { FounderImportPage } from './FounderImportPage.tsx'

const server = stubServer()

beforeEach(() => {
  hasPage(server)
  server.rpc('recent_imports', () => [])
})

const show = (id: string = FOUNDER.id) => renderScreen(<FounderImportPage id={id} />, { as: ADMIN })

test('names the founder, takes loops, too, and leads back', async () => {
  const { place } = await show()
  await expectText('Ana Founder')
  screen.getByText('Loops with their history')
  await press('Founder')
  expect(place()).toBe(`/admin/founders/${FOUNDER.id}`)
})

test.each(['nobody', '5f0c5f0c-0000-4000-8000-000000000000'])('says when there is no such founder: %s', async (id) => {
  server.rpc('founder_summary', () => null)
  await show(id)
  await expectText('This founder does not exist any more.')
})
