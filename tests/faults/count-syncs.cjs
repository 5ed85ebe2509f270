// Loaded before the server, in each of its threads: every fsync adds a byte to the file that SYNCS_FILE names.
const fs = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')

const { fsyncSync } = fs
const counter = fs.openSync(process.env.SYNCS_FILE, 'a')
fs.fsyncSync = (descriptor) => {
  fsyncSync(descriptor)
  fs.writeSync(counter, '.')
}
syncBuiltinESMExports()
