// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ADMIN, FOUNDER } from '../../../testing/people.ts'
import { renderScreen } from '../../../testing/render.tsx'
import { stubServer } from '../../../testing/server.ts'
import { DecisionsTab } from './DecisionsTab.tsx'
import { RateDecisionsTab } from './RateDecisionsTab.tsx'

const server = stubServer()

test.each(['Decisions', 'Rate Decisions'])(
  '%s: admins read what a founder expected and what came of it',
  async (tab) => {
    const review = { expected: 'One in three leaves', outcome: 'No one left', was_right: 'no', reviewed_at: '2026-03-03T12:00:00Z', edited_at: '2026-03-02T12:00:00Z' } as const // prettier-ignore
    server.has({ decisions: [{ title: 'Raise prices', reason: 'No one says no', ...review }] })
    const decisions = server.rows('decisions')
    await renderScreen(
      tab === 'Decisions' ? (
        <DecisionsTab decisions={decisions} total={1} />
      ) : (
        <RateDecisionsTab founder={FOUNDER.id} decisions={decisions} />
      ),
      { as: ADMIN },
    )
    for (const text of ['One in three leaves', 'No one left', 'Not right']) expect(screen.getByText(text)).toBeDefined()
    expect(screen.queryAllByText(/· Edited on Mar 2, 2026$/)).toHaveLength(tab === 'Decisions' ? 1 : 0)
    // The notes of the result are theirs; what the founder wrote is not.
    expect(screen.queryAllByRole('textbox', { hidden: false })).toHaveLength(tab === 'Decisions' ? 0 : 1)
  },
)
