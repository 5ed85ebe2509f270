import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Select } from '../../../ui/Select.tsx'
import { Loaded, Skeleton } from '../../../ui/states.tsx'
import { labelsOfQuery, labelsQuery, useLabelFounders, type Label } from './api.ts'
import { labelTexts } from './label-texts.ts'
import { NewLabel } from './NewLabel.tsx'

/** The labels of a founder, which admins alone see: added, removed and invented here. */
export function FounderLabels({ founder }: { founder: string }) {
  const labels = useQuery(labelsQuery)
  const own = useQuery(labelsOfQuery(founder))
  const { mutate: change } = useLabelFounders()
  const give = (label: string, is_on: boolean) => change({ label, founders: [founder], is_on })
  const both = {
    data: labels.data && own.data && { labels: labels.data, own: own.data },
    isError: labels.isError || own.isError,
    refetch: () => Promise.all([labels.refetch(), own.refetch()]),
  }
  return (
    <section aria-label="Labels">
      <h3 className="text-base">Labels</h3>
      <p className="text-sm text-muted">Founders do not see them.</p>
      <Loaded query={both} failed={labelTexts.loadFailed} loading={<Skeleton lines={1} />}>
        {({ labels, own }) => (
          <div className="mt-2 flex flex-wrap items-start gap-2">
            <OwnLabels labels={labels.filter(({ id }) => own.has(id))} onRemove={(id) => give(id, false)} />
            {labels.length > own.size && (
              <div className="w-44">
                <Select
                  label="Add a label"
                  labelLook="hidden"
                  placeholder="Add a label..."
                  options={labels.filter(({ id }) => !own.has(id)).map(({ id, name }) => ({ id, label: name }))}
                  value={null}
                  onChange={(id) => give(id, true)}
                />
              </div>
            )}
            <NewLabel labels={labels} onNamed={(id) => give(id, true)} />
          </div>
        )}
      </Loaded>
    </section>
  )
}

interface OwnLabelsProps {
  labels: readonly Label[]
  onRemove: (id: string) => void
}

const OwnLabels = ({ labels, onRemove }: OwnLabelsProps) =>
  labels.length > 0 && (
    <ul className="flex min-h-9 flex-wrap items-center gap-2 pointer-coarse:min-h-11">
      {labels.map(({ id, name }) => (
        <li
          key={id}
          className="inline-flex items-center rounded-full bg-sunken pl-3 text-sm font-medium wrap-anywhere text-muted"
        >
          {name}
          <button
            type="button"
            aria-label={`Remove label ${name}`}
            className="ml-1 grid size-8 place-items-center rounded-full hover:text-destructive pointer-coarse:size-11"
            onClick={() => onRemove(id)}
          >
            <X aria-hidden className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  )
