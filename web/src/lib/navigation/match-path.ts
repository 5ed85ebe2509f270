/** Values of the named segments of a path. */
export type PathParams = Readonly<Record<string, string>>

/**
 * Whether a path of the URL is that of a route: `:name` is any one segment, `*` at the end anything. Slashes at the
 * end, case and the encoding of characters make no difference.
 * @example
 * matchPath('/traction', '/Tr%61ction/') // {}
 * matchPath('/booking/:member', '/booking/strategy') // { member: 'strategy' }
 * matchPath('/admin/*', '/admin/a/b') // {}
 * matchPath('/admin/*', '/administrator') // undefined
 */
export function matchPath(route: string, pathname: string): PathParams | undefined {
  const pattern = route.replace(/\/?\*$/, '(?:/[^]*)?').replace(/:(\w+)/g, '(?<$1>[^/]+)')
  const found = new RegExp(`^${pattern}/*$`, 'i').exec(decoded(pathname))
  return found ? { ...found.groups } : undefined
}

/** An encoded slash stays one: it separates nothing. */
function decoded(pathname: string): string {
  try {
    return decodeURI(pathname)
  } catch {
    return pathname
  }
}
