import type { BuiltServer } from '../tests/built-server.ts'
import type { Seeded } from './databases.ts'
import { short, formatFigures } from './report.ts'
import { interleave, medianRate, play, readLoad, refreshLoad, signInLoad, type Scene } from './rounds.ts'

const SIGN_INS_AT_ONCE = 4
const REFRESHING = 16

/** The rates of sign-ins and refreshes, and of reads during continuous sign-ins. */
export async function measureAccounts(scene: Scene, seeded: Seeded, { port }: BuiltServer) {
  const { report, rounds } = scene
  const signIns = signInLoad(seeded, SIGN_INS_AT_ONCE)
  report.figure(`Sign-ins, PostgreSQL, ${SIGN_INS_AT_ONCE} at once`, formatFigures([await play(scene, port, signIns)]))
  // Each round rotates the seeded refresh tokens.
  const refreshes = refreshLoad(seeded, seeded.readers.slice(0, REFRESHING))
  report.figure(`Refreshes, PostgreSQL, ${REFRESHING} at once`, formatFigures([await play(scene, port, refreshes)]))

  const reads = readLoad(seeded)
  const { alone, beside } = await interleave(rounds, {
    alone: () => play(scene, port, reads),
    beside: () => play(scene, port, reads, signIns),
  })
  const left = medianRate(beside) / medianRate(alone)
  report.bar('signInReads', left)
  report.figure('Reads, PostgreSQL, without sign-ins', formatFigures(alone))
  report.figure(
    `Reads, PostgreSQL, while ${SIGN_INS_AT_ONCE} sign in all the time`,
    `${formatFigures(beside)}: ${short(left)} ×`,
  )
}
