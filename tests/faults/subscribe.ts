import { createClient, type WebSocketLikeConstructor } from '@supabase/supabase-js'
import { WebSocket } from 'ws'
import type { BuiltServer } from '../built-server.ts'
import type { SignedIn } from './founder.ts'

/** Subscribes to one founder's goals like the web app. */
export async function subscribe(server: Pick<BuiltServer, 'url'>, founder: SignedIn) {
  const client = createClient(server.url, founder.publicKey, {
    accessToken: async () => founder.accessToken,
    realtime: { transport: WebSocket as unknown as WebSocketLikeConstructor },
  })
  // Otherwise the first join is sent without the token and is rejected.
  await client.realtime.setAuth()
  const received: unknown[] = []
  const statuses: string[] = []
  const filter = `user_id=eq.${founder.id}`
  client
    .channel('goals')
    .on('postgres_changes', { event: '*', schema: 'public', table: 'goals', filter }, (change) =>
      received.push((change.new as { text?: string }).text),
    )
    .subscribe((status) => statuses.push(status))
  const stop = async () => {
    await client.removeAllChannels()
    await client.realtime.disconnect()
  }
  return { received, statuses, stop }
}
