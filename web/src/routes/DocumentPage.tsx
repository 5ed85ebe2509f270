import { useQuery } from '@tanstack/react-query'
import { Redirect, useSearchParams } from '../lib/navigation/Router.tsx'
import { navigate } from '../lib/navigation/navigate.ts'
import {
  documentInUrl,
  documentLabel,
  documentPlace,
  usualSpan,
  type DocumentRequest,
} from '../../../domain/documents.ts'
import { dayOf } from '../../../domain/week.ts'
import { accountDayQuery } from '../features/documents/api.ts'
import { DocumentEditor } from '../features/documents/DocumentEditor.tsx'
import { PeriodSelect } from '../features/documents/PeriodSelect.tsx'
import { RecordText } from '../features/growth-chat/RecordText.tsx'
import { useAccount } from '../lib/session/session.tsx'
import { useNow } from '../lib/texts/use-now.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Page } from '../ui/Page.tsx'
import { Skeleton } from '../ui/states.tsx'

// In the same chunk: a user who chooses a document opens it next.
export { WriteDocumentDialog } from '../features/documents/WriteDocumentDialog.tsx'

/** The document that the URL names, in Founder Brain. */
export function DocumentPage() {
  const search = useSearchParams()
  const document = documentInUrl(search)
  return document ? <Editor {...document} /> : <Redirect to="/brain" />
}

function Editor({ kind, span: given }: DocumentRequest) {
  const { id: user } = useAccount()
  const today = dayOf(useNow())
  // Without a period it depends on when the founder began.
  const { data: since, isLoading } = useQuery({ ...accountDayQuery(user), enabled: !given })
  const span = given ?? usualSpan(kind, today, since ?? undefined)
  return (
    <Page
      title={documentLabel(kind)}
      description="Written from your records. Read it, change it, then share it."
      action={
        <div className="flex w-full flex-wrap items-end gap-3 sm:w-auto">
          <div className="min-w-40 flex-1 sm:min-w-56">
            <PeriodSelect
              kind={kind}
              today={today}
              span={span}
              onChange={(span) => navigate(documentPlace({ kind, span }), { replace: true })}
            />
          </div>
          <ButtonLink variant="ghost" to="/brain">
            Close
          </ButtonLink>
        </div>
      }
    >
      {isLoading ? (
        <Skeleton lines={6} />
      ) : (
        <DocumentEditor
          key={`${kind} ${span.from} ${span.to}`}
          user={user}
          kind={kind}
          span={span}
          renderText={(markdown) => <RecordText text={markdown} />}
        />
      )}
    </Page>
  )
}
