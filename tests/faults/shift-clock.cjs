// Preloaded in each thread of the server: the wall clock is ahead by the milliseconds in the file CLOCK_FILE.
// Timers and performance.now() are not affected, as when an operator or NTP sets a machine's clock.
const { readFileSync } = require('node:fs')

const RealDate = Date
let aheadMs = 0
const read = () => (aheadMs = Number(readFileSync(process.env.CLOCK_FILE, 'utf8')))
read()
setInterval(read, 50).unref()

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + aheadMs)
    else super(...given)
  }

  static now() {
    return RealDate.now() + aheadMs
  }
}
