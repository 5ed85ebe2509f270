import { useQuery } from '@tanstack/react-query'
import { Check, Circle, Copy, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import { useLiveRows } from '../../../lib/data/use-live-rows.ts'
import { config } from '../../../lib/session/config.ts'
import { requestAction, type Action } from '../../../ui/actions.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { copyText } from '../../../ui/clipboard.ts'
import { teamStepsQuery, useDismissTeamSteps, type TeamStep } from './team-steps.ts'

interface Step {
  readonly step: TeamStep
  readonly label: string
  readonly why: string
  /** Without one the step is to copy the link to sign up. */
  readonly button?: { readonly label: string; readonly to: string; readonly action?: Action }
}

const inOrder: readonly Step[] = [
  {
    step: 'founder',
    label: 'Share the sign-up link',
    why: 'Founders create their accounts with it. Done once the first one has.',
  },
  {
    step: 'invitation',
    label: 'Invite founders',
    why: 'Each gets an email with a link of their own.',
    button: { label: 'Invite', to: '/admin/users', action: 'invite' },
  },
  {
    step: 'admin',
    label: 'Add a second admin',
    why: 'So that founders are answered while you are away.',
    button: { label: 'Open the team', to: '/admin/team' },
  },
  {
    step: 'reply',
    label: 'Save a reply',
    why: 'What you send often is then one press away, for the whole team.',
    button: { label: 'Write one', to: '/admin/squad', action: 'saved-replies' },
  },
  {
    step: 'thresholds',
    label: 'Set the thresholds of the radar',
    why: 'They decide which founders need you, and how soon an answer is promised.',
    button: { label: 'Set them', to: '/admin', action: 'thresholds' },
  },
]

/** First steps of an empty product, until all are done, founders check in, or the team dismisses them. */
export function TeamSteps() {
  const { data, isPending } = useQuery(teamStepsQuery)
  useLiveRows('founder_invitations', undefined, adminKeys.teamSteps)
  const { mutate: dismiss } = useDismissTeamSteps()
  const isOpen = (config().signUp ?? 'open') === 'open'
  const steps = inOrder.filter(({ step }) => isOpen || step !== 'founder')
  if (isPending) return <div hidden data-state="loading" />
  if (!data || steps.every(({ step }) => data[step])) return null
  return (
    <Card
      title="First steps"
      description={`${steps.filter(({ step }) => data[step]).length} of ${steps.length} done`}
      action={
        <Button
          size="icon"
          variant="ghost"
          aria-label="Dismiss the first steps for the team"
          onClick={() => dismiss(data)}
        >
          <X aria-hidden />
        </Button>
      }
    >
      <ol>
        {steps.map((step) => (
          <StepItem key={step.step} {...step} isDone={data[step.step]} />
        ))}
      </ol>
    </Card>
  )
}

function StepItem({ label, why, button, isDone }: Step & { isDone: boolean }) {
  const action = button?.action
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-border py-2.5 first:border-t-0 first:pt-0 last:pb-0">
      {isDone ? (
        <Check aria-hidden className="size-4 shrink-0 text-success" />
      ) : (
        <Circle aria-hidden className="size-4 shrink-0 text-muted" />
      )}
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-medium">
          {label}
          {isDone && <span className="sr-only">: done</span>}
        </p>
        <p className="text-sm text-muted">{why}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 max-sm:basis-full max-sm:ps-7">
        {button ? (
          <ButtonLink
            to={button.to}
            variant="outline"
            size="sm"
            aria-label={`${button.label}: ${label}`}
            onClick={() => action && requestAction(action)}
          >
            {button.label}
          </ButtonLink>
        ) : (
          <SignUpLink />
        )}
      </div>
    </li>
  )
}

function SignUpLink() {
  const link = `${location.origin}/auth`
  const shown = useRef<HTMLSpanElement>(null)
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    if (await copyText(link, shown.current)) setIsCopied(true)
  }
  return (
    <>
      <span ref={shown} className="text-sm wrap-anywhere text-muted">
        {link}
      </span>
      <Button variant="outline" size="sm" onClick={() => void copy()}>
        {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
        {isCopied ? 'Copied' : 'Copy the link'}
      </Button>
      <span aria-live="polite" className="sr-only">
        {isCopied && 'Copied'}
      </span>
    </>
  )
}
