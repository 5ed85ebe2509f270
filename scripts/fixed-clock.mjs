// Preloaded in each thread that makes the template of the database: the same clock and the same random bytes each time,
// so that the same sources give the same bytes. No secret is made there.
import crypto from 'node:crypto'

const RealDate = Date
const NOW = RealDate.UTC(2026, 0, 1)

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(NOW)
    else super(...given)
  }

  static now() {
    return NOW
  }
}

let byte = 0
const fill = (array) => {
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
  for (let index = 0; index < bytes.length; index++) bytes[index] = byte++
  return array
}
globalThis.crypto.getRandomValues = fill
crypto.randomFillSync = fill
