import { WebSocket } from 'ws'
import type { Founder } from './cohort.ts'

export const TOPIC = 'realtime:goals'

interface JoinOptions {
  readonly port: number
  readonly apiKey: string
  readonly founder: Founder
  readonly bindings: number
  readonly received: (goalId: string) => void
}

/** Opens a websocket and subscribes to the changes of a founder's goals. @throws {Error} when it is refused */
export function join({ port, apiKey, founder, bindings, received }: JoinOptions): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/realtime/v1/websocket?apikey=${apiKey}&vsn=1.0.0`)
  const binding = { event: '*', schema: 'public', table: 'goals', filter: `user_id=eq.${founder.id}` }
  const changes = Array.from({ length: bindings }, () => binding)
  const config = { postgres_changes: changes, broadcast: {}, presence: {}, private: false }
  const payload = { config, access_token: founder.accessToken }
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('open', () =>
      socket.send(JSON.stringify({ topic: TOPIC, event: 'phx_join', ref: '1', join_ref: '1', payload })),
    )
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as {
        event: string
        payload: { status?: string; data?: { record?: { id?: string } } }
      }
      if (message.event === 'postgres_changes') received(message.payload.data?.record?.id ?? '')
      if (message.payload.status === 'error') reject(new Error(`a channel failed: ${data.toString()}`))
      if (message.event === 'system') resolve(socket)
    })
  })
}
