// @vitest-environment happy-dom
import { QueryClientProvider, useQuery, type QueryMeta } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { describe, expect, test } from 'vitest'
import { FOUNDER } from '../../testing/people.ts'
import { advance, expectGone, expectText, press, renderScreen, setClock } from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'
import { IS_KEPT } from '../offline/kept-query.ts'
import { createQueryClient } from './query-client.ts'
import { useLeaveChannels, useLiveRows } from './use-live-rows.ts'

const server = stubServer()
const MINUTE_MS = 60_000
let reads = 0

function List({ name = 'Goals' }: { name?: string }) {
  const queryKey = ['list', name]
  const isLive = useLiveRows('goals', FOUNDER.id, queryKey)
  const { data } = useQuery({ queryKey, queryFn: () => `read ${++reads}`, staleTime: Infinity })
  return <p>{`${name}: ${data}, ${isLive ? 'live' : 'not live'}`}</p>
}

/** A screen that is left and opened again by its button. */
function Screen({ name = 'List', children }: { name?: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(!isOpen)}>
        {name}
      </button>
      {isOpen && children}
    </>
  )
}

async function renderList(content: ReactNode = <List />): Promise<void> {
  reads = 0
  await renderScreen(<Screen>{content}</Screen>)
  await server.goLive('goals')
}

async function leaveAndReturn(ms: number): Promise<void> {
  await press('List')
  await expectGone(() => document.querySelector('p'))
  await advance(ms)
  await press('List')
}

test('who comes back soon finds the channel joined, and what was read with it', async () => {
  setClock('2026-03-02T09:00:00Z')
  await renderList()
  // Once when it was shown, and once when the channel had been joined.
  await expectText('Goals: read 2, live')
  await leaveAndReturn(4 * MINUTE_MS)
  await expectText('Goals: read 2, live')
  await advance(MINUTE_MS)
  await expectText('Goals: read 2, live')
  server.reports('goals', 'INSERT')
  await expectText('Goals: read 3, live')
})

test('what changed meanwhile is read when the list is shown again, and not before', async () => {
  setClock('2026-03-02T09:00:00Z')
  await renderList()
  await expectText('Goals: read 2, live')
  await press('List')
  server.reports('goals', 'INSERT')
  await advance(MINUTE_MS)
  expect(reads).toBe(2)
  await press('List')
  await expectText('Goals: read 3, live')
})

describe('a list of the founder’s that is shown again', () => {
  function Kept({ meta }: { meta: QueryMeta }) {
    const queryKey = ['list', 'kept']
    const isLive = useLiveRows('goals', FOUNDER.id, ['list'])
    const { data } = useQuery({ queryKey, queryFn: () => `read ${++reads}`, meta })
    return <p>{`${data}, ${isLive ? 'live' : 'not live'}`}</p>
  }

  test('is not read again within a minute while its changes are being reported, and then it is', async () => {
    setClock('2026-03-02T09:00:00Z')
    await renderList(<Kept meta={IS_KEPT} />)
    await expectText('read 2, live')
    await leaveAndReturn(50_000)
    await expectText('read 2, live')
    server.reports('goals', 'INSERT')
    await expectText('read 3, live')
    await leaveAndReturn(MINUTE_MS + 1)
    await expectText('read 4, live')
  })

  test('is read again each time without a channel', async () => {
    reads = 0
    await renderScreen(
      <Screen>
        <Kept meta={IS_KEPT} />
      </Screen>,
    )
    await expectText('read 1, not live')
    await press('List')
    await press('List')
    await expectText('read 2, not live')
  })

  test.each([{}, { ...IS_KEPT, isReportedInPart: true }])(
    'is read again each time when not all is reported: %o',
    async (meta) => {
      await renderList(<Kept meta={meta} />)
      await expectText('read 2, live')
      await press('List')
      await press('List')
      await expectText('read 3, live')
    },
  )
})

test('after five minutes the channel is left, and joined again', async () => {
  setClock('2026-03-02T09:00:00Z')
  await renderList()
  await expectText('Goals: read 2, live')
  await press('List')
  await advance(5 * MINUTE_MS)
  expect(server.liveTokens()).toHaveLength(0)
  await press('List')
  await expectText('Goals: read 3, live')
  expect(server.liveTokens()).toHaveLength(1)
})

test('of the screens that were left the last twenty keep their channels', async () => {
  const names = Array.from({ length: 25 }, (_, index) => `List ${index}`)
  await renderList(names.map((name) => <List key={name} name={name} />))
  await expect.poll(() => server.liveTokens().length).toBe(25)
  await press('List')
  await expect.poll(() => server.liveTokens().length).toBe(20)
})

test('an account that is left leaves its channels', async () => {
  const Account = ({ children }: { children: ReactNode }) => {
    const [queries] = useState(() => createQueryClient())
    useLeaveChannels(queries)
    return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  }
  reads = 0
  await renderScreen(
    <Screen name="Account">
      <Account>
        <Screen>
          <List />
        </Screen>
      </Account>
    </Screen>,
  )
  await server.goLive('goals')
  await press('List')
  expect(server.liveTokens()).toHaveLength(1)
  await press('Account')
  await expect.poll(() => server.liveTokens()).toEqual([])
})
