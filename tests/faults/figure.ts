/** The value of a metric, e.g. `process_resident_memory_bytes`. */
export async function figure(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(30_000) })).text()
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])
}
