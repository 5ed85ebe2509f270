/** Milliseconds that a browser has to begin reading a file: WebKit loses one whose URL is revoked at once. */
const KEPT_MS = 60_000

/** Saves a file with the browser's download. */
export function download(fileName: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
