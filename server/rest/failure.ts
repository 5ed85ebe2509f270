import type { TokenFailure } from '../database/caller.ts'
import type { DatabaseFailure } from '../database/database.ts'
import type { SyntaxFailure } from '../filters/scanner.ts'

/** Why a request to the tables API fails. */
export type RestFailure =
  | Exclude<SyntaxFailure, { kind: 'embedding' }>
  | DatabaseFailure
  | { readonly kind: 'url-too-long'; readonly limit: number }
  | { readonly kind: 'bad-body'; readonly message: string }
  | { readonly kind: 'too-many-rows'; readonly limit: number }
  | { readonly kind: 'too-many-writes'; readonly seconds: number }
  | { readonly kind: 'bad-range'; readonly details: string }
  | { readonly kind: 'bad-media'; readonly accept: string }
  | { readonly kind: 'bad-method'; readonly method: string }
  | { readonly kind: 'bad-call-method'; readonly method: string }
  | { readonly kind: 'bad-path' }
  | { readonly kind: 'bad-preferences'; readonly found: readonly string[] }
  | { readonly kind: 'unknown-schema'; readonly schema: string; readonly exposed: readonly string[] }
  | { readonly kind: 'unknown-table'; readonly schema: string; readonly table: string; readonly meant?: string }
  | { readonly kind: 'unknown-column'; readonly table: string; readonly column: string }
  | { readonly kind: 'unknown-payload-column'; readonly table: string; readonly column: string }
  | { readonly kind: 'unknown-type'; readonly type: string }
  /** Types as written in SQL. */
  | { readonly kind: 'refused-cast'; readonly from: string; readonly to: string }
  | { readonly kind: 'backpressure' }
  | {
      readonly kind: 'unknown-function'
      readonly schema: string
      readonly name: string
      readonly parameters: readonly string[]
      /** A similar function, with its parameters. */
      readonly meant?: string
    }
  | { readonly kind: 'ambiguous-function'; readonly candidates: readonly string[] }
  | { readonly kind: 'no-relationship'; readonly parent: string; readonly child: string; readonly schema: string }
  | { readonly kind: 'no-filter'; readonly statement: 'UPDATE' | 'DELETE' }
  | { readonly kind: 'bad-put-filter' }
  | { readonly kind: 'put-with-range' }
  | { readonly kind: 'put-key-mismatch' }
  | { readonly kind: 'not-one-row'; readonly rows: number }
  | { readonly kind: 'max-affected-needs-set' }
  | { readonly kind: 'token'; readonly failure: TokenFailure }
  | { readonly kind: 'catalogue-unavailable' }

/** An error on the wire: status, headers and the four keys of the body. */
export interface WireError {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly details?: string | null
  readonly hint?: string | null
  readonly headers?: Readonly<Record<string, string>>
}
