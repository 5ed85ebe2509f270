import {
  Brain,
  CalendarClock,
  CircleCheck,
  ClipboardCheck,
  Lock,
  MessageSquare,
  NotebookPen,
  Target,
  TrendingUp,
  type LucideIcon,
} from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { moodLabel } from '../../../../../domain/check-ins.ts'
import { ANSWERS } from '../../../../../domain/decisions.ts'
import { progressText } from '../../../../../domain/goal-targets.ts'
import { GOAL_PERIODS } from '../../../../../domain/goals.ts'
import { SQUAD, unaddressed } from '../../../../../domain/squad.ts'
import { LOOP_COUNTS } from '../../../../../domain/traction.ts'
import { conversationUrl } from '../../../lib/navigation/founder-urls.ts'
import { Link } from '../../../lib/navigation/Link.tsx'
import { inWords } from '../../../lib/texts/categories.ts'
import { formatDate, formatDay, formatTime } from '../../../lib/texts/dates.ts'
import { lazyDialog } from '../../../lib/offline/lazy-dialog.ts'
import { useNow } from '../../../lib/texts/use-now.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { impactLabel, impactTones } from '../../../ui/impact.ts'
import { RecordComments } from '../../../ui/record-comments.tsx'
import { outcomeLabel } from '../calls/call-outcomes.ts'
import { countChange } from './count-change.ts'
import { LongText } from './LongText.tsx'
import type { TimelineEntry } from './timeline.ts'

const OutcomeDialog = lazyDialog(() => import('../calls/OutcomeDialog.tsx'), 'OutcomeDialog')

type Of<Kind extends TimelineEntry['kind']> = Extract<TimelineEntry, { kind: Kind }>

interface EntryProps {
  entry: TimelineEntry
  founder: string
  name: string
}

/** One thing that happened, in the words of its record. */
export function Entry({ entry, founder, name }: EntryProps) {
  switch (entry.kind) {
    case 'check-in':
      return <CheckIn entry={entry} founder={founder} />
    case 'goal':
      return <Goal entry={entry} founder={founder} />
    case 'decision':
      return <Decision entry={entry} founder={founder} />
    case 'note':
      return (
        <Line
          icon={NotebookPen}
          what="Note"
          title={entry.record.title}
          at={entry.at}
          badge={inWords(entry.record.category)}
        >
          <LongText text={entry.record.content} />
        </Line>
      )
    case 'internal-note':
      return (
        <Line icon={Lock} what={`Internal note by ${entry.record.author ?? 'a former member'}`} at={entry.at}>
          <LongText text={entry.record.content} />
        </Line>
      )
    case 'call':
      return <Call entry={entry} name={name} />
    case 'message':
      return <Message entry={entry} founder={founder} name={name} />
    case 'traction':
      return <Traction entry={entry} />
    default:
      // A later version of the database may know more.
      return (
        <Line icon={Target} what={(entry satisfies never as TimelineEntry).kind} at={(entry as TimelineEntry).at} />
      )
  }
}

interface LineProps {
  icon: LucideIcon
  /** What happened. */
  what: ReactNode
  /** In the founder's or the squad's own words. */
  title?: string
  badge?: ReactNode
  /** ISO; undefined where only the day is known. */
  at?: string | undefined
  /** At the end of the line. */
  action?: ReactNode
  children?: ReactNode
}

const Line = ({ icon: Icon, what, title, badge, at, action, children }: LineProps) => (
  <article className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-3">
    <Icon aria-hidden className="mt-1 size-4 text-muted" />
    <div className="min-w-0">
      <div className="flex items-start justify-between gap-3">
        <h4 className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-base font-normal wrap-anywhere">
          <span className="min-w-0">
            <span className={title === undefined ? 'font-medium' : 'text-muted'}>{what}</span>{' '}
            {title !== undefined && <bdi className="font-medium">{title}</bdi>}
          </span>
          {badge && (typeof badge === 'string' ? <Badge>{badge}</Badge> : badge)}
        </h4>
        <span className="-my-1 flex min-h-8 shrink-0 items-center gap-1 text-sm whitespace-nowrap text-muted tabular-nums">
          {action}
          {at !== undefined && <time dateTime={at}>{formatTime(at)}</time>}
        </span>
      </div>
      {children}
    </div>
  </article>
)

const CheckIn = ({ entry, founder }: { entry: Of<'check-in'>; founder: string }) => {
  const { week_of, mood, wins, blockers, next_priority, corrected_at } = entry.record
  return (
    <Line
      icon={ClipboardCheck}
      what={`Check-in, week of ${formatDate(week_of)}`}
      badge={<Badge tone={mood <= 2 ? 'destructive' : mood >= 4 ? 'success' : 'neutral'}>{moodLabel(mood)}</Badge>}
      at={entry.at}
      action={
        <RecordComments founder={founder} record={{ kind: 'check-in', id: entry.record_id, title: week_of }} isIcon />
      }
    >
      <LongText label="Wins" text={wins} />
      <LongText label="Blockers" text={blockers} />
      <LongText label="Next priority" text={next_priority} />
      {corrected_at && <p className="text-sm text-muted">Corrected on {formatDay(corrected_at)}</p>}
    </Line>
  )
}

const Goal = ({ entry, founder }: { entry: Of<'goal'>; founder: string }) => {
  const { text, period } = entry.record
  const isDone = entry.event === 'done'
  // Of a goal that is done, where it was done.
  const progress = (isDone || !entry.record.completed) && progressText(entry.record)
  return (
    <Line
      icon={isDone ? CircleCheck : Target}
      what={isDone ? 'Goal done' : 'Goal added'}
      title={text}
      badge={GOAL_PERIODS.find(({ id }) => id === period)?.label ?? period}
      at={entry.at}
      action={
        !isDone && (
          <RecordComments founder={founder} record={{ kind: 'goal', id: entry.record_id, title: text }} isIcon />
        )
      }
    >
      {progress && <p className="text-sm text-muted tabular-nums">{progress}</p>}
    </Line>
  )
}

const Decision = ({ entry, founder }: { entry: Of<'decision'>; founder: string }) => {
  const { title, reason, impact, result, outcome, was_right, edited_at } = entry.record
  if (entry.event === 'reviewed') {
    const answer = ANSWERS.find(({ value }) => value === was_right)?.label
    return (
      <Line icon={Brain} what="Looked back at" title={title} badge={answer && `Was right: ${answer}`} at={entry.at}>
        <LongText text={outcome} />
      </Line>
    )
  }
  return (
    <Line
      icon={Brain}
      what="Decision"
      title={title}
      badge={impact !== 'neutral' && <Badge tone={impactTones[impact]}>{impactLabel(impact)}</Badge>}
      at={entry.at}
      action={<RecordComments founder={founder} record={{ kind: 'decision', id: entry.record_id, title }} isIcon />}
    >
      <LongText text={reason} />
      <LongText label="Team’s notes" text={result} />
      {edited_at && <p className="text-sm text-muted">Edited on {formatDay(edited_at)}</p>}
    </Line>
  )
}

function Call({ entry, name }: { entry: Of<'call'>; name: string }) {
  const { member, topic, cancelled, ends_at, outcome } = entry.record
  const [isRecording, setIsRecording] = useState(false)
  const isAhead = Date.parse(ends_at) > useNow().getTime()
  return (
    <Line
      icon={CalendarClock}
      what={`Call with ${SQUAD.find(({ id }) => id === member)?.name ?? member}`}
      badge={
        cancelled ? (
          'Cancelled'
        ) : isAhead ? (
          <Badge tone="primary">Upcoming</Badge>
        ) : (
          outcome && (
            <Badge tone={outcome.outcome === 'held' ? 'success' : 'neutral'}>{outcomeLabel(outcome.outcome)}</Badge>
          )
        )
      }
      at={entry.at}
      action={
        !cancelled &&
        !isAhead && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={`${outcome ? 'Change' : 'Record'} what came of the call of ${formatDay(entry.at)}`}
            {...OutcomeDialog.onIntent}
            onClick={() => setIsRecording(true)}
          >
            {outcome ? 'Change' : 'Record'}
          </Button>
        )
      }
    >
      <LongText text={topic} />
      {outcome && <LongText label="Internal" text={outcome.content} />}
      {isRecording && (
        <OutcomeDialog
          call={{ id: entry.record_id, member, starts_at: entry.at, ends_at }}
          founderName={name}
          shown={outcome}
          onClose={() => setIsRecording(false)}
        />
      )}
    </Line>
  )
}

const Message = ({ entry, founder, name }: { entry: Of<'message'>; founder: string; name: string }) => {
  const { sender_type, sender_name, content, about } = entry.record
  const isSquad = sender_type === 'squad'
  const verb = about ? `commented on a ${about}` : 'wrote'
  return (
    <Line
      icon={MessageSquare}
      what={
        <Link
          to={conversationUrl(founder, entry.record_id)}
          className="underline decoration-border underline-offset-4 hover:text-primary hover:decoration-current"
        >
          {isSquad ? (sender_name ?? 'Growth Squad') : <bdi>{name}</bdi>} {verb}
        </Link>
      }
      at={entry.at}
    >
      <LongText text={isSquad ? content : unaddressed(content)} />
    </Line>
  )
}

const Traction = ({ entry }: { entry: Of<'traction'> }) => {
  const { week_of, loops } = entry.record
  const changed = loops.map((loop) => ({ ...loop, gains: gainsOf(loop) })).filter(({ gains }) => gains !== '')
  return (
    <Line icon={TrendingUp} what={`Traction, week of ${formatDate(week_of)}`}>
      {changed.length === 0 && <p className="text-muted">No counts changed.</p>}
      <ul>
        {changed.map(({ id, name, gains }) => (
          <li key={id} className="wrap-anywhere tabular-nums">
            <bdi>{name}</bdi> <span className="text-muted">{gains}</span>
          </li>
        ))}
      </ul>
    </Line>
  )
}

/** "+12 conversions, +3 demos"; empty where no count changed. */
function gainsOf(loop: Of<'traction'>['record']['loops'][number]): string {
  if (loop.conversions === null) return 'recorded for the first time'
  return LOOP_COUNTS.flatMap(({ id }) => (loop[id] ? countChange(loop[id], id) : [])).join(', ')
}
