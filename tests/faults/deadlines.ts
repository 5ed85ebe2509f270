import { slowness } from '../slowness.ts'

const SLOWNESS = slowness()

/** Milliseconds until a server serves again after a fault: ten seconds (docs/operating.md) on a processor of its own. */
export const BACK_MS = 10_000 * SLOWNESS

/** Milliseconds until a live change is received, or a channel joined. */
export const RECEIVED_MS = 5000 * SLOWNESS
