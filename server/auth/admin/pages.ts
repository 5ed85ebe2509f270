import type { AuthContext } from '../http/context.ts'

const PAGE_SIZE = { usual: 50, most: 1000 } as const

/** A page of a list: `page` counts from 1. */
export interface Page {
  readonly page: number
  readonly perPage: number
}

export const rowsOf = ({ page, perPage }: Page) => ({ limit: perPage, offset: (page - 1) * perPage })

/** Reads `page` and `per_page`; the client may send either empty. Undefined when one is no number from 1. */
export function readPage(c: AuthContext): Page | undefined {
  const page = readCount(c.req.query('page'), 1)
  const wanted = readCount(c.req.query('per_page'), PAGE_SIZE.usual)
  return page === undefined || wanted === undefined ? undefined : { page, perPage: Math.min(wanted, PAGE_SIZE.most) }
}

/** Sets the headers in which the client finds the total and the next page. */
export function setPageHeaders(c: AuthContext, { page, perPage }: Page, total: number): void {
  const last = Math.max(1, Math.ceil(total / perPage))
  // The client's parser requires `page` to be the first parameter.
  const link = (to: number, rel: string) => `<${c.req.path}?page=${to}&per_page=${perPage}>; rel="${rel}"`
  c.header('X-Total-Count', String(total))
  c.header('Link', [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', '))
}

function readCount(given: string | undefined, usual: number): number | undefined {
  if (given === undefined || given === '') return usual
  return /^[1-9]\d{0,8}$/.test(given) ? Number(given) : undefined
}
