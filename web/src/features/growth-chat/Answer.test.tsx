// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { FOUNDER } from '../../testing/people.ts'
import { press, renderScreen } from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'
import { Answer } from './Answer.tsx'

const server = stubServer()

const GOAL = '5f0c8a52-0b6c-4a52-9d5e-2f1f0c9b7a11'
const DECISION = '5f0c8a52-0b6c-4a52-9d5e-2f1f0c9b7a12'

test('links stay while an answer grows and the records that it refers to next are looked up', async () => {
  server.has({
    founder_records: [
      { id: GOAL, user_id: FOUNDER.id, kind: 'goal', title: 'Ten demos', period: 'weekly' },
      { id: DECISION, user_id: FOUNDER.id, kind: 'decision', title: 'Raise prices', period: null },
    ],
  })
  const Growing = () => {
    const [text, setText] = useState(`Your goal [[goal:${GOAL}]]`)
    return (
      <>
        <Answer id="1" text={text} isComplete={false} />
        <button type="button" onClick={() => setText(`${text} and [[decision:${DECISION}]]`)}>
          Grow
        </button>
      </>
    )
  }
  const links = () => screen.queryAllByRole('link').map(({ textContent }) => textContent)
  await renderScreen(<Growing />)
  await screen.findByRole('link', { name: 'Ten demos' })
  const release = server.holdAnswers('GET founder_records')
  await press('Grow')
  expect(links()).toEqual(['Ten demos'])
  release()
  await screen.findByRole('link', { name: 'Raise prices' })
  expect(links()).toEqual(['Ten demos', 'Raise prices'])
})

test('records of others are not shown, although an admin may read them', async () => {
  server.has({
    founder_records: [
      { id: GOAL, user_id: FOUNDER.id, kind: 'goal', title: 'Ten *demos*', period: 'monthly' },
      { id: DECISION, user_id: 'another', kind: 'decision', title: 'Secret plan', period: null },
    ],
  })
  await renderScreen(
    <article>
      <Answer
        id="1"
        text={`Your goal [[goal:${GOAL}]], not [[decision:${DECISION}]], and [[goal:`}
        isComplete={false}
      />
    </article>,
  )
  const link = await screen.findByRole('link', { name: 'Ten *demos*' })
  expect(link.getAttribute('href')).toBe(`/?goals=monthly#${GOAL}`)
  expect(screen.getByRole('article').textContent).toBe('Your goal Ten *demos*, not , and')
})
