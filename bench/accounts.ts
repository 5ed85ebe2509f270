import type { BuiltServer } from '../tests/faults/built-server.ts'
import type { Seeded } from './databases.ts'
import { ms, perSecond, short } from './report.ts'
import { interleave, medianFigures, play, readLoad, refreshLoad, signInLoad, type Scene } from './rounds.ts'

const SIGN_INS_AT_ONCE = 4
const REFRESHING = 16

/** Signing in and refreshing, and what continuous sign-ins leave of the reads of everybody else. */
export async function measureAccounts(scene: Scene, seeded: Seeded, { port }: BuiltServer) {
  const { report, rounds } = scene
  const told = (label: string, figures: { perSecond: number; p50Ms: number; p99Ms: number }) =>
    report.figure(label, `${perSecond(figures.perSecond)}, p50 ${ms(figures.p50Ms)}, p99 ${ms(figures.p99Ms)}`)

  const signIns = signInLoad(seeded, SIGN_INS_AT_ONCE)
  told(`Sign-ins, PostgreSQL, ${SIGN_INS_AT_ONCE} at once`, await play(scene, port, signIns))
  // A token of the seed is good for one round: it is traded on from there.
  const refreshes = refreshLoad(seeded, seeded.readers.slice(0, REFRESHING))
  told(`Refreshes, PostgreSQL, ${REFRESHING} at once`, await play(scene, port, refreshes))

  const reads = readLoad(seeded)
  const results = await interleave(rounds, {
    alone: () => play(scene, port, reads),
    beside: () => play(scene, port, reads, signIns),
  })
  const [alone, beside] = [medianFigures(results.alone), medianFigures(results.beside)]
  report.bar('signInReads', beside.perSecond / alone.perSecond)
  told('Reads, PostgreSQL, nobody signs in', alone)
  told(`Reads, PostgreSQL, while ${SIGN_INS_AT_ONCE} sign in all the time`, beside)
  report.figure('Reads that are left while they do', `${short(beside.perSecond / alone.perSecond)} ×`)
}
