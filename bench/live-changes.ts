import type { BuiltServer } from '../tests/built-server.ts'
import { startChild } from './child.ts'
import type { Founder } from './cohort.ts'
import type { Seeded } from './databases.ts'
import { ms } from './report.ts'
import type { Scene } from './rounds.ts'
import type { SubscriberOptions, DeliveryFigures } from './subscribers.ts'

/** Founders with fifty bindings each that no write concerns: 10,000 bindings in all. */
const BYSTANDERS = 200
const BINDINGS_EACH = 50

/** The latency of a live change, from the write to the websockets that see it. */
export async function measureLiveChanges(scene: Scene, { apiKey, readers }: Seeded, { port }: BuiltServer) {
  const { report, isQuick } = scene
  const seconds = isQuick ? 3 : 5
  const [one] = readers
  if (!one) throw new Error('a cohort without founders')
  const subscribe = async (
    label: string,
    listeners: readonly Founder[],
    writesPerSecond: number,
    bystanders: readonly Founder[] = [],
  ) => {
    const child = startChild<SubscriberOptions, DeliveryFigures>('./subscribers.ts')
    const received = await child.ask({
      port,
      apiKey,
      listeners,
      bystanders,
      bindingsEach: BINDINGS_EACH,
      writesPerSecond,
      seconds,
    })
    child.stop()
    const { arrived, expected } = received
    const fromAnswer = `from the answer p50 ${ms(received.afterAnswerP50Ms)}, p99 ${ms(received.afterAnswerP99Ms)}`
    const missing = arrived === expected ? '' : `, ${expected - arrived} of ${expected} MISSING`
    const figure = `Write to websocket, ${label}, ${writesPerSecond} writes/s`
    report.figure(figure, `p50 ${ms(received.p50Ms)}, p99 ${ms(received.p99Ms)}; ${fromAnswer}${missing}`)
    return received
  }
  report.bar('live200', (await subscribe('200 founders', readers.slice(0, 200), 100)).p99Ms)
  const others = readers.slice(1, 1 + BYSTANDERS)
  const alone = await subscribe('one founder', [one], 50)
  const among = await subscribe(
    `one founder beside ${BYSTANDERS * BINDINGS_EACH} bindings of others`,
    [one],
    50,
    others,
  )
  report.bar('liveAmongOthers', among.p50Ms / alone.p50Ms)
  await subscribe(
    '200 tabs of one founder',
    Array.from({ length: 200 }, () => one),
    20,
  )
  if (isQuick) return
  // Two tabs each: there are half as many readers.
  report.bar('live2000', (await subscribe('2,000 sockets of 1,000 founders', [...readers, ...readers], 100)).p99Ms)
}
