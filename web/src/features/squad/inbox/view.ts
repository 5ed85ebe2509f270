import { useLocation, useSearchParams } from '../../../lib/navigation/Router.tsx'
import { navigate, setSearchParams } from '../../../lib/navigation/navigate.ts'
import { useHistoryKey } from '../../../ui/use-history-key.ts'
import { isUuid } from '../../../lib/data/is-uuid.ts'

/** Which conversations the inbox lists; the ids are those of `find_conversations`. */
export const FILTERS = [
  { id: 'all', label: 'All' },
  { id: 'waiting', label: 'Waiting' },
  { id: 'overdue', label: 'Overdue' },
  { id: 'mine', label: 'Mine' },
  { id: 'mine_overdue', label: 'Mine, overdue' },
  { id: 'unassigned', label: 'Unassigned' },
  { id: 'snoozed', label: 'Snoozed' },
  { id: 'done', label: 'Done' },
] as const

export type Filter = (typeof FILTERS)[number]['id']

export const ORDERS = [
  { id: 'newest', label: 'Newest first' },
  { id: 'longest', label: 'Longest waiting' },
] as const

export type Order = (typeof ORDERS)[number]['id']

/** Selection and order of the inbox's list. */
export interface Listed {
  readonly filter: Filter
  readonly order: Order
  readonly search: string
}

interface Choice {
  byKey?: boolean
  inReply?: boolean
  message?: string | null
}

/** State of a history entry whose conversation is to be answered. */
const IN_REPLY = 'in-reply'

const idOf = <Id extends string>(options: readonly { readonly id: Id }[], id: string | null, fallback: Id): Id =>
  options.find((option) => option.id === id)?.id ?? fallback

/** The filter, the order, the search and the chosen conversation are in the URL: a reload, Back and a colleague see the same. */
export function useInboxView() {
  const params = useSearchParams()
  const { state } = useLocation()
  const historyKey = useHistoryKey()
  const founder = params.get('founder')
  const filter = idOf(FILTERS, params.get('show'), 'all')
  const order = idOf(ORDERS, params.get('order'), 'newest')
  /** Defaults are left out of the URL. */
  const set = (name: string, value: string, isDefault: boolean, replace: boolean) =>
    setSearchParams(
      (params) => {
        if (isDefault) params.delete(name)
        else params.set(name, value)
        return params
      },
      { replace },
    )
  return {
    filter,
    order,
    search: params.get('search') ?? '',
    /** Another after each step through the history. */
    historyKey,
    founder: founder !== null && isUuid(founder) ? founder : undefined,
    setFilter: (filter: Filter) => set('show', filter, filter === 'all', true),
    setOrder: (order: Order) => set('order', order, order === 'newest', true),
    setSearch: (search: string) => set('search', search, search === '', true),
    startsInReply: state === IN_REPLY,
    /** Whether the first conversation is opened at once: a link to a list that is to be answered. */
    opensFirst: params.get('open') === 'first',
    /**
     * By its key, conversations are passed by: Back does not lead to each of them.
     * @param message to which the conversation scrolls
     * @param inReply whether the focus is in the reply then
     */
    choose: (founder: string, { byKey = false, inReply = false, message }: Choice = {}) => {
      const params = new URLSearchParams(location.search)
      params.set('founder', founder)
      params.delete('open')
      navigate(`?${params}${message ? `#${message}` : ''}`, { replace: byKey, state: inReply ? IN_REPLY : null })
    },
    /** Back to the list, which a small screen shows alone. */
    close: () => set('founder', '', true, false),
  }
}
