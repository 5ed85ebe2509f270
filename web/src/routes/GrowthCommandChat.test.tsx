// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { QuestionRunner } from '../features/growth-chat/QuestionRunner.tsx'
import { streams } from '../features/growth-chat/test-answers.ts'
import { stubLayout } from '../testing/layout.ts'
import { expectText, press, pressKey, renderScreen, type } from '../testing/render.tsx'
import { stubServer } from '../testing/server.ts'
import { GrowthCommandChat } from './GrowthCommandChat.tsx'

const server = stubServer()

beforeEach(() => {
  stubLayout()
  server.has({ ai_conversations: [], squad_messages: [], read_receipts: [] })
  server.rpc('my_conversations', () => [])
  server.on('POST functions/suggest-quick-actions', () => ({ actions: [] }))
})

const squadField = () => screen.findByRole('textbox', { name: /^Message to the Growth Squad/ })

test('has two tabs, AI Co-Founder first, and the chosen one in the URL', async () => {
  const { place } = await renderScreen(<GrowthCommandChat />, { path: '/chat' })
  await expectText('What are we growing today?')
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['AI Co-Founder', 'Growth Squad'])
  expect(screen.getByRole('tab', { name: 'AI Co-Founder' }).getAttribute('aria-selected')).toBe('true')
  await press('Growth Squad', 'tab')
  await squadField()
  expect(place()).toBe('/chat?tab=squad')
})

test('an answer continues although its tab is left, and is there once', async () => {
  const answer = streams(server, 'Talk ')
  const screens = (
    <>
      <GrowthCommandChat />
      <QuestionRunner />
    </>
  )
  await renderScreen(screens, { path: '/chat' })
  await expectText('What are we growing today?')
  await type(screen.getByRole('textbox', { name: 'Message to the AI Co-Founder' }), 'What now?')
  await pressKey('Enter')
  await expectText('Talk')
  await press('Growth Squad', 'tab')
  await squadField()
  answer.ends('to users.')
  await press('AI Co-Founder', 'tab')
  await waitFor(() => expect(screen.getAllByRole('article').at(1)?.textContent).toMatch(/Talk to users\.Copy$/))
  expect(screen.getAllByRole('article')).toHaveLength(2)
  await waitFor(() => expect(document.querySelector('.prose')).not.toBeNull())
  expect(server.sent('POST functions/growth-chat')).toHaveLength(1)
})
