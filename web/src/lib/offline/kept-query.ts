import type { dataTagSymbol, InfiniteData, QueryKey, QueryMeta } from '@tanstack/react-query'

/**
 * What is left of a type in JSON. Functions become `never`, and with their methods dates, maps and sets.
 */
type AsJson<Data> = Data extends string | number | boolean | null | undefined
  ? Data
  : Data extends (...input: never[]) => unknown
    ? never
    : Data extends object
      ? { [Name in keyof Data]: AsJson<Data[Name]> }
      : never

interface TaggedOptions {
  /** By `queryOptions` or `infiniteQueryOptions`, which know what the query returns. */
  readonly queryKey: QueryKey & { readonly [dataTagSymbol]: unknown }
  readonly meta?: QueryMeta | undefined
}

/** Of an infinite query its page: the type of its cursors is not in the tag. */
type DataOf<Options extends TaggedOptions> =
  Options['queryKey'][typeof dataTagSymbol] extends InfiniteData<infer Page>
    ? Page
    : Options['queryKey'][typeof dataTagSymbol]

/** For queries whose data is of a type parameter that JSON holds; others use `kept`, which checks it. */
export const IS_KEPT = { isKept: true } as const

/**
 * A query of the founder's that is kept for offline use (persister.ts), which has JSON alone. Maps and sets are made by
 * its `select`. It stays in memory as well: a screen that is left would set a timer for each of its queries, before the next
 * one is rendered.
 * @example
 * import { queryOptions } from '@tanstack/react-query'
 * kept(queryOptions({ queryKey: ['goals', 'ana'], queryFn: () => ['Ten demos'] })).meta // { isKept: true }
 */
export const kept = <Options extends TaggedOptions>(
  options: Options & (DataOf<Options> extends AsJson<DataOf<Options>> ? unknown : never),
): Options => ({ ...options, gcTime: Infinity, meta: { ...options.meta, ...IS_KEPT } })
