// Preloaded in each thread of the server: every fsync appends a byte to the file SYNCS_FILE.
const fs = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')

const { fsyncSync } = fs
const counter = fs.openSync(process.env.SYNCS_FILE, 'a')
fs.fsyncSync = (descriptor) => {
  fsyncSync(descriptor)
  fs.writeSync(counter, '.')
}
syncBuiltinESMExports()
