/**
 * The place of a goal that is moved to an index of its list: the goal behind it then, and a position between the two beside.
 * @example
 * const list = [30, 20, 10].map((position) => ({ position }))
 * placeAt(list, 2, 0) // { before: list[0], position: 31 }
 * placeAt(list, 0, 1) // { before: list[2], position: 15 }
 * placeAt(list, 0, 2) // { before: undefined, position: 9 }
 */
export function placeAt<Goal extends { readonly position: number }>(
  open: readonly Goal[],
  from: number,
  to: number,
): { readonly before: Goal | undefined; readonly position: number } {
  const others = open.toSpliced(from, 1)
  const [above, before] = [others[to - 1], others[to]]
  const below = before?.position ?? (above?.position ?? 0) - 2
  return { before, position: ((above?.position ?? below + 2) + below) / 2 }
}
