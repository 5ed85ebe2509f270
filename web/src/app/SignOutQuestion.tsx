import { useStore } from '../lib/data/store.ts'
import { lazyDialog } from '../lib/offline/lazy-dialog.ts'
import { signOutQuestion } from '../lib/session/sign-out-question.ts'

const AlertDialog = lazyDialog(() => import('../ui/AlertDialog.tsx'), 'AlertDialog')

/** Asks before text that is not sent or saved is lost with the session. */
export function SignOutQuestion() {
  const answer = useStore(signOutQuestion)
  return (
    answer && (
      <AlertDialog
        title="Sign out anyway?"
        description="What you have typed and not sent or saved is lost when you sign out now."
        confirmLabel="Sign Out"
        closeLabel="Stay Signed In"
        onConfirm={() => answer(true)}
        onClose={() => answer(false)}
      />
    )
  )
}
