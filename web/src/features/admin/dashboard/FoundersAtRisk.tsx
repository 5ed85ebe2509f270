import { useInfiniteQuery } from '@tanstack/react-query'
import { BellOff, SlidersHorizontal, UserRound } from 'lucide-react'
import { useState } from 'react'
import { conversationUrl } from '../../../lib/navigation/founder-urls.ts'
import { Link } from '../../../lib/navigation/Link.tsx'
import { setSearchParams } from '../../../lib/navigation/navigate.ts'
import { useSearchParams } from '../../../lib/navigation/Router.tsx'
import { formatCount } from '../../../../../domain/numbers.ts'
import { riskText, type Risk } from '../../../lib/texts/radar.ts'
import { formatDate } from '../../../lib/texts/dates.ts'
import { fullName } from '../../../lib/session/profile.ts'
import { useAction } from '../../../ui/actions.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { FounderLink } from '../../../ui/FounderLink.tsx'
import { PagedList } from '../../../ui/PagedList.tsx'
import { EmptyState, Loaded, Skeleton } from '../../../ui/states.tsx'
import { radarTexts } from './radar-texts.ts'
import { atRiskQuery, RISK_TABS, useEndSnooze, type FounderAtRisk } from './radar.ts'
import { SnoozeDialog } from './SnoozeDialog.tsx'
import { ThresholdsDialog } from './ThresholdsDialog.tsx'

/** URL of the screen on which the admin reacts to a reason. */
function placeOf({ code }: Risk, founder: string): string {
  const tab = RISK_TABS[code]
  return tab === undefined ? conversationUrl(founder) : `/admin/users?founder=${founder}&tab=${tab}`
}

/** The radar: who needs the squad and why, with links to the founder's page and conversation, and from each reason to what shows it. */
export function FoundersAtRisk() {
  const params = useSearchParams()
  const isSnoozedShown = params.get('radar') === 'snoozed'
  const isMineShown = params.get('owner') === 'mine'
  const [snoozing, setSnoozing] = useState<FounderAtRisk>()
  const [isChangingThresholds, setIsChangingThresholds] = useState(false)
  useAction('thresholds', () => setIsChangingThresholds(true))
  const query = useInfiniteQuery(atRiskQuery({ snoozed: isSnoozedShown, mine: isMineShown }))
  const total = query.data?.total ?? 0
  return (
    <Card
      title="Founders who need you"
      description={total === 0 ? undefined : `${formatCount(total)} ${isSnoozedShown ? 'snoozed' : 'at risk'}`}
      action={
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" size="sm" aria-pressed={isMineShown} onClick={() => toggle('owner', 'mine')}>
            <UserRound aria-hidden />
            Mine
          </Button>
          <Button variant="outline" size="sm" aria-pressed={isSnoozedShown} onClick={() => toggle('radar', 'snoozed')}>
            <BellOff aria-hidden />
            Snoozed
          </Button>
          <Button variant="outline" size="sm" onClick={() => setIsChangingThresholds(true)}>
            <SlidersHorizontal aria-hidden />
            Thresholds
          </Button>
        </div>
      }
    >
      <Loaded
        query={query}
        failed={radarTexts.loadFailed}
        // As long as a screen: what is below it moves out of sight.
        loading={<Skeleton lines={10} />}
        isEmpty={({ founders }) => founders.length === 0}
        empty={<EmptyState title={emptyText(isSnoozedShown, isMineShown)} />}
      >
        {({ founders }) => (
          <PagedList rows={founders} query={query} moreLabel="Load More Founders">
            {(founder) => <FounderItem founder={founder} onSnooze={() => setSnoozing(founder)} />}
          </PagedList>
        )}
      </Loaded>
      {snoozing && (
        <SnoozeDialog founder={snoozing.user_id} name={fullName(snoozing)} onClose={() => setSnoozing(undefined)} />
      )}
      {isChangingThresholds && <ThresholdsDialog onClose={() => setIsChangingThresholds(false)} />}
    </Card>
  )
}

function toggle(name: string, value: string) {
  setSearchParams(
    (params) => {
      if (params.get(name) === value) params.delete(name)
      else params.set(name, value)
      return params
    },
    { replace: true },
  )
}

function emptyText(isSnoozed: boolean, isMine: boolean): string {
  if (isMine) return isSnoozed ? 'None of your founders is snoozed.' : 'None of your founders needs you right now.'
  return isSnoozed ? 'Nobody is snoozed.' : 'Nobody needs you right now. Nice work!'
}

function FounderItem({ founder, onSnooze }: { founder: FounderAtRisk; onSnooze: () => void }) {
  const { mutate: endSnooze, isPending } = useEndSnooze()
  const { user_id, reasons, assignee, owner, snoozed_until, snooze_reason } = founder
  const since = reasons.flatMap(({ since }) => since ?? []).toSorted()[0]
  const name = fullName(founder)
  return (
    <article className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
      <div className="min-w-0 flex-1 basis-60">
        <h3 className="text-base wrap-anywhere">
          <FounderLink founder={user_id} name={name} className="text-primary" />
        </h3>
        <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-muted">
          {reasons.map((reason) => (
            <li key={reason.code}>
              <Link
                to={placeOf(reason, user_id)}
                className="inline-flex min-h-6 items-center underline decoration-border underline-offset-4 hover:text-primary hover:decoration-current pointer-coarse:min-h-11"
              >
                {riskText(reason)}
              </Link>
            </li>
          ))}
        </ul>
        <p className="mt-0.5 text-sm text-muted">
          {since && `Since ${formatDate(since)}, `}
          {assignee === null ? 'assigned to nobody' : `assigned to ${assignee}`}
          {owner !== null && `, owner ${owner}`}
        </p>
        {snoozed_until && (
          <p className="mt-1 text-sm wrap-anywhere text-muted">
            Snoozed until {formatDate(snoozed_until)}: {snooze_reason}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-1">
        <ButtonLink to={conversationUrl(user_id)} variant="ghost" size="sm" aria-label={`Message ${name}`}>
          Message
        </ButtonLink>
        {snoozed_until ? (
          <Button
            variant="outline"
            size="sm"
            aria-label={`End snooze of ${name}`}
            aria-disabled={isPending}
            onClick={() => !isPending && endSnooze(user_id)}
          >
            End snooze
          </Button>
        ) : (
          <Button variant="outline" size="sm" aria-label={`Snooze ${name}`} onClick={onSnooze}>
            Snooze
          </Button>
        )}
      </div>
    </article>
  )
}
