import type { Client } from '../_shared/function.ts'
import type { Tool } from '../_shared/model-tools.ts'

/** An app's access to one founder. */
export interface AppAccess {
  /** With the app's token. */
  readonly client: Client
  readonly userId: string
  readonly scopes: readonly string[]
  readonly productName: string
  /** Logs a failure that is not for the app. */
  readonly report: (cause: unknown) => void
}

/** A tool with what a client may ask its user before calling it. */
export interface AppTool extends Tool {
  readonly title: string
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint?: boolean
    readonly idempotentHint?: boolean
    /** Whether it reaches beyond this server. */
    readonly openWorldHint: boolean
  }
}
