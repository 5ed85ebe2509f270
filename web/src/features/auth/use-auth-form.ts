import { useLocation } from '../../lib/navigation/Router.tsx'
import { navigate } from '../../lib/navigation/navigate.ts'
import { config } from '../../lib/session/config.ts'
import { isAdmin } from '../../lib/session/roles.ts'
import { toastSuccess } from '../../lib/texts/toasts.ts'
import { authTexts } from './auth-texts.ts'

export { useCheckedForm as useAuthForm } from '../../ui/use-checked-form.ts'

/** The schemas of this screen's forms, which it shows before they are loaded. */
export const accountForms = () => import('../../lib/session/account-forms.ts')

/** The typed text stays when the tab changes. */
export interface Credentials {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly password: string
}

export interface AuthFormProps {
  typed: Credentials
  onType: (field: keyof Credentials, text: string) => void
}

/**
 * The landing page: admins in their panel, founders at the configured path (SPEC section 2). After a link to a message or a
 * row, its place.
 */
export function useLanding() {
  const target: unknown = useLocation().state
  const open = (landing: string) => navigate(typeof target === 'string' ? target : landing)
  return {
    asFounder: () => open(config().landingPath),
    afterSignIn: async (user: string) => {
      const admin = await isAdmin(user)
      toastSuccess(admin ? authTexts.welcomeAdmin : authTexts.welcome)
      open(admin ? '/admin' : config().landingPath)
    },
  }
}
