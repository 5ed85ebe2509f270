/**
 * By how many milliseconds this device's clock is ahead of the server's, at the least: the response says to the second when
 * it was sent. Undefined when it does not.
 * @throws TypeError when the server cannot be reached
 */
export async function clockOffset(): Promise<number | undefined> {
  const before = Date.now()
  // The service worker does not answer a HEAD request.
  const { headers } = await fetch('/config.json', { method: 'HEAD', cache: 'no-store' })
  const after = Date.now()
  // A cache in between adds how old the response is.
  const sentAt = Date.parse(headers.get('date') ?? '') + Number(headers.get('age')) * 1000
  if (Number.isNaN(sentAt)) return undefined
  // It was sent between the two, however long that took: a device may have slept.
  return before > sentAt ? before - sentAt : Math.min(0, after - sentAt)
}
