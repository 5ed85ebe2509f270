// Loaded before the server, in each of its threads: the wall clock is ahead by the milliseconds in the file CLOCK_FILE.
// Timers and performance.now() go on as before, as when an operator or NTP sets the clock of a machine.
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
