// Preloaded in each thread of the server: the file UNSYNCED_WRITES records what each write to the embedded database
// overwrote, and each fsync, so that the test can put back what was not synced. While the file FAILING_FSYNC exists, fsync
// fails. Renamed and deleted files count as such at once, as on a journaling file system.
const fs = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')

const { fsyncSync, writeSync, readSync, openSync, closeSync, ftruncateSync, renameSync, unlinkSync } = fs
const journal = openSync(process.env.UNSYNCED_WRITES, 'a')
const folder = `${process.env.DATA_DIR}/database/`
const pathOf = (descriptor) => fs.readlinkSync(`/proc/self/fd/${descriptor}`)
const isOurs = (path) => path.startsWith(folder)

function record(entry, bytes = Buffer.alloc(0)) {
  const head = Buffer.from(JSON.stringify({ ...entry, length: bytes.length }))
  const size = Buffer.alloc(4)
  size.writeUInt32LE(head.length)
  writeSync(journal, Buffer.concat([size, head, bytes]))
}

/** Records the bytes of a file from a position on. */
function recordBytes(descriptor, from, length) {
  const path = pathOf(descriptor)
  if (!isOurs(path)) return
  const { size } = fs.fstatSync(descriptor)
  const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - from)))
  const readable = openSync(path, 'r')
  readSync(readable, bytes, 0, bytes.length, from)
  closeSync(readable)
  record({ kind: 'overwritten', path, from, size }, bytes)
}

fs.writeSync = (descriptor, buffer, offset, length, position) => {
  if (typeof position === 'number') recordBytes(descriptor, position, length)
  return writeSync(descriptor, buffer, offset, length, position)
}
fs.ftruncateSync = (descriptor, length = 0) => {
  recordBytes(descriptor, length, Infinity)
  return ftruncateSync(descriptor, length)
}
fs.renameSync = (from, to) => {
  if (isOurs(to)) record({ kind: 'renamed', path: from, to })
  return renameSync(from, to)
}
fs.unlinkSync = (path) => {
  if (isOurs(path)) record({ kind: 'deleted', path })
  return unlinkSync(path)
}
fs.fsyncSync = (descriptor) => {
  if (process.env.FAILING_FSYNC && fs.existsSync(process.env.FAILING_FSYNC))
    throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO', errno: -5, syscall: 'fsync' })
  fsyncSync(descriptor)
  record({ kind: 'synced', path: pathOf(descriptor) })
}
syncBuiltinESMExports()
