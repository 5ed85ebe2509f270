import { Download } from 'lucide-react'
import { LOOP_COUNTS, totalsOf } from '../../../../domain/traction.ts'
import { downloadCsv } from '../../lib/csv.ts'
import { texts } from '../../lib/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Page } from '../../ui/Page.tsx'
import { Stat } from '../../ui/Stat.tsx'
import { Loaded, Skeleton } from '../../ui/states.tsx'
import { NoLoops } from './ActiveLoopsCard.tsx'
import { useLoops, type Loop } from './api.ts'
import { LoopItem } from '../../ui/LoopItem.tsx'

const totalLabels = { conversions: 'Total Conversions', demos: 'Demos Booked', messages: 'Messages Sent' } as const

export function TractionDashboard() {
  const loops = useLoops()
  return (
    <Page
      title="Traction Dashboard"
      description="What your loops have brought in so far."
      action={
        <Button variant="outline" disabled={!loops.data?.length} onClick={() => exportLoops(loops.data ?? [])}>
          <Download aria-hidden />
          Export
        </Button>
      }
    >
      <Totals loops={loops.data} />
      <Card title="Traction Loops">
        <Loaded
          query={loops}
          failed={texts.loops.loadFailed}
          loading={<Skeleton isTextShown />}
          isEmpty={(loops) => loops.length === 0}
          empty={<NoLoops />}
        >
          {(loops) => (
            <ul className="divide-y divide-border">
              {loops.map((loop) => (
                <LoopItem key={loop.id} loop={loop} />
              ))}
            </ul>
          )}
        </Loaded>
      </Card>
    </Page>
  )
}

function exportLoops(loops: readonly Loop[]) {
  const columns = ['name', 'status', ...LOOP_COUNTS.map(({ id }) => id), 'created_at'] as const
  downloadCsv('traction-loops.csv', [columns, ...loops.map((loop) => columns.map((column) => loop[column]))])
}

function Totals({ loops }: { loops: Loop[] | undefined }) {
  const totals = loops && totalsOf(loops)
  const counted = (status: string) => loops?.filter((loop) => loop.status === status).length ?? 0
  const [running, scaling] = [counted('running'), counted('scaling')]
  return (
    <dl className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
      {LOOP_COUNTS.map(({ id }) => (
        <Stat key={id} label={totalLabels[id]} value={totals?.[id]} />
      ))}
      <Stat
        label="Active Loops"
        value={loops && running + scaling}
        {...(loops && { note: `${running} running, ${scaling} scaling` })}
      />
    </dl>
  )
}
