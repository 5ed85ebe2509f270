import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { formatDay } from '../../../lib/texts/dates.ts'
import { founderUrl } from '../../../lib/navigation/founder-urls.ts'
import { Link } from '../../../lib/navigation/Link.tsx'
import { adminTexts } from '../../../lib/texts/admin-texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { TabPanel, Tabs } from '../../../ui/Tabs.tsx'
import { fullName } from '../../../lib/session/profile.ts'
import type { Steps } from '../cohort/Cohort.tsx'
import { type Founder } from '../founders.ts'
import { useFounder, type FounderData } from './api.ts'
import { DecisionsTab } from './DecisionsTab.tsx'
import { GoalsTab } from './GoalsTab.tsx'
import { MemoryTab } from './MemoryTab.tsx'
import { OverviewTab } from './OverviewTab.tsx'
import { RateDecisionsTab } from './RateDecisionsTab.tsx'
import { RunwayTab } from './RunwayTab.tsx'
import { TractionManagementTab } from './TractionManagementTab.tsx'
import { TractionTab } from './TractionTab.tsx'

const tabs = [
  { id: 'overview', label: 'Overview' },
  { id: 'goals', label: 'Goals' },
  { id: 'traction', label: 'Traction' },
  { id: 'traction-management', label: 'Traction Mgmt' },
  { id: 'decisions', label: 'Decisions' },
  { id: 'rate-decisions', label: 'Rate Decisions' },
  { id: 'runway', label: 'Runway' },
  { id: 'memory', label: 'AI Memory' },
] as const

const withProposal = tabs.map((tab) => (tab.id === 'runway' ? { ...tab, count: 1 } : tab))

type TabId = (typeof tabs)[number]['id']

interface FounderDialogProps {
  founder: Pick<Founder, 'id' | 'first_name' | 'last_name' | 'created_at'> & { readonly email?: string | null }
  /** The id of the tab that is shown first; unknown ones, and none, stand for the overview. */
  initialTab?: string | null
  /** To the founder before and after. */
  steps?: Steps
  /** Whether the founder's page is behind it. */
  isOnPage?: boolean
  onClose: () => void
}

/** A founder's records, live. The tab stays chosen from one founder to the next. */
export function FounderDialog({ founder, initialTab, steps, isOnPage, onClose }: FounderDialogProps) {
  const [tab, setTab] = useState<TabId>(() => tabs.find(({ id }) => id === initialTab)?.id ?? 'overview')
  const query = useFounder(founder.id)

  // Escape in a field first blurs it, so that its value is saved, then closes the dialog.
  const close = () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    onClose()
  }

  const panel = (id: TabId, content: (data: FounderData) => ReactNode) => (
    <TabPanel id={id}>
      {/* Unsaved input belongs to one founder. */}
      <Loaded key={founder.id} query={query} failed={adminTexts.userFailed}>
        {content}
      </Loaded>
    </TabPanel>
  )

  return (
    <Dialog
      title={fullName(founder)}
      description={
        <>
          Joined {formatDay(founder.created_at)}
          {!isOnPage && (
            <>
              {' · '}
              <Link to={founderUrl(founder.id)} className="text-primary underline underline-offset-4">
                Founder page
              </Link>
            </>
          )}
        </>
      }
      width="wide"
      onClose={close}
    >
      {steps && <FounderSteps steps={steps} />}
      <Tabs
        label="Founder details"
        tabs={query.data?.proposal ? withProposal : tabs}
        value={tab}
        onChange={setTab}
        className="h-[min(36rem,65vh)] overflow-y-auto *:[[role=tablist]]:sticky *:[[role=tablist]]:top-0 *:[[role=tablist]]:z-10"
      >
        {panel('overview', (data) => (
          <OverviewTab founder={founder.id} data={data} />
        ))}
        {panel('goals', ({ goals, goalSums, counts }) => (
          <GoalsTab goals={goals} goalSums={goalSums} total={counts.goals} />
        ))}
        {panel('traction', ({ loops, weeklyTargets }) => (
          <TractionTab loops={loops} weeklyTargets={weeklyTargets} />
        ))}
        {panel('traction-management', ({ loops }) => (
          <TractionManagementTab founder={founder.id} loops={loops} />
        ))}
        {panel('decisions', ({ decisions, counts }) => (
          <DecisionsTab decisions={decisions} total={counts.decisions} />
        ))}
        {panel('rate-decisions', ({ decisions }) => (
          <RateDecisionsTab founder={founder.id} decisions={decisions} />
        ))}
        {panel('runway', ({ runway, runwayDay, proposal }) => (
          <RunwayTab founder={founder.id} runway={runway} day={runwayDay} proposal={proposal} />
        ))}
        <TabPanel id="memory">
          <MemoryTab key={founder.id} founder={founder.id} />
        </TabPanel>
      </Tabs>
    </Dialog>
  )
}

/** At either end the button stays focusable, so that the keyboard keeps its place. */
const FounderSteps = ({ steps: { place, previous, next } }: { steps: Steps }) => (
  <nav aria-label="Founders" className="mb-4 flex items-center gap-2">
    <Button variant="outline" size="sm" aria-label="Previous founder" aria-disabled={!previous} onClick={previous}>
      <ChevronLeft aria-hidden />
    </Button>
    <Button variant="outline" size="sm" aria-label="Next founder" aria-disabled={!next} onClick={next}>
      <ChevronRight aria-hidden />
    </Button>
    <output className="text-sm text-muted tabular-nums">{place}</output>
  </nav>
)
