import { queryOptions, useQuery } from '@tanstack/react-query'
import { formatCount } from '../../../../../domain/numbers.ts'
import { tables } from '../../../lib/session/client.ts'
import { fullName } from '../../../lib/session/profile.ts'
import { FounderLink } from '../../../ui/FounderLink.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { bulkTexts } from './bulk-texts.ts'

interface Recipient {
  readonly id: string
  readonly first_name: string
  readonly last_name: string
  /** Of those without any name. */
  readonly email: string | null
}

/** Who gets a message to many founders. */
export interface Recipients {
  readonly count: number
  /** How many of them wait for an answer. */
  readonly waiting: number
  /** The first thousand, by name. */
  readonly founders: readonly Recipient[]
  readonly without_first_name: number
  readonly without_last_name: number
  /** The first hundred of those without a first or a last name. */
  readonly nameless: readonly Recipient[]
}

/** Who would get a message to these founders. */
export const recipientsQuery = (chosen: readonly string[]) =>
  queryOptions({
    queryKey: ['admin', 'recipients', ...chosen],
    queryFn: async () =>
      (await (await tables()).rpc('preview_recipients', { founders: [...chosen] }).throwOnError())
        .data as unknown as Recipients,
    meta: { failed: bulkTexts.recipientsFailed },
  })

/** Who got the message of a batch. */
const batchRecipientsQuery = (batch: string) =>
  queryOptions({
    queryKey: ['admin', 'batch-recipients', batch],
    queryFn: async () =>
      (await (await tables()).rpc('batch_recipients', { batch }).throwOnError()).data as unknown as Recipients,
    staleTime: Infinity,
    meta: { failed: bulkTexts.recipientsFailed },
  })

/** The names of founders, as links. */
export const RecipientList = ({ founders, count }: Pick<Recipients, 'founders' | 'count'>) => (
  <>
    <ul className="max-h-48 columns-1 overflow-y-auto text-sm sm:columns-2">
      {founders.map((founder) => (
        <li key={founder.id} className="py-0.5">
          <FounderLink founder={founder.id} name={fullName(founder)} />
        </li>
      ))}
    </ul>
    {count > founders.length && <p className="text-sm text-muted">and {formatCount(count - founders.length)} more</p>}
  </>
)

/** Who got the message of a batch, for the audit. */
export function BatchRecipients({ batch }: { batch: string }) {
  const query = useQuery(batchRecipientsQuery(batch))
  return (
    <Loaded query={query} failed={bulkTexts.recipientsFailed}>
      {(recipients) => <RecipientList {...recipients} />}
    </Loaded>
  )
}
