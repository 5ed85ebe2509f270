import type { User } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { keys } from '../lib/data/keys.ts'
import { returnedConnection } from '../lib/session/auth-redirect.ts'
import { readAdminRole } from '../lib/session/roles.ts'
import { useAccount, verifiedFactors, type SecondFactor } from '../lib/session/session.tsx'
import { texts } from '../lib/texts/texts.ts'
import { accountTexts } from '../lib/texts/account-texts.ts'
import { userQuery } from '../lib/session/user.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Loaded, Skeleton } from '../ui/states.tsx'
import { TabPanel, Tabs } from '../ui/Tabs.tsx'
import { nameQuery } from '../features/account/api.ts'
import { useLinking } from '../features/account/linking.ts'
import { AppEntries } from '../features/connected-apps/AppEntries.tsx'
import { ConnectedApps } from '../features/connected-apps/ConnectedApps.tsx'
import { DeleteAccount } from '../features/account/DeleteAccount.tsx'
import { DownloadData } from '../features/account/DownloadData.tsx'
import { EmailForm } from '../features/account/EmailForm.tsx'
import { Factors } from '../features/mfa/Factors.tsx'
import { hasIdentities, Identities } from '../features/account/Identities.tsx'
import { MailSwitches } from '../features/account/MailSwitches.tsx'
import { NameForm } from '../features/account/NameForm.tsx'
import { Notifications } from '../features/account/Notifications.tsx'
import { Part } from '../features/account/Part.tsx'
import { PasswordForm } from '../features/account/PasswordForm.tsx'
import { RecoveryCodes } from '../features/mfa/RecoveryCodes.tsx'
import { StepUp } from '../features/mfa/StepUp.tsx'
import { Sessions } from '../features/account/Sessions.tsx'

const tabs = [
  { id: 'profile', label: 'Profile' },
  { id: 'sign-in', label: 'Sign-in' },
  { id: 'security', label: 'Security' },
  { id: 'data', label: 'Data' },
] as const

type TabId = (typeof tabs)[number]['id']

/** The user's own account: profile, security, sign-in methods and data. */
export function AccountDialog({ onClose }: { onClose: () => void }) {
  const { id, email } = useAccount()
  const [hasConnected] = useState(() => returnedConnection(id) !== undefined)
  const [tab, setTab] = useState<TabId>(hasConnected ? 'sign-in' : 'profile')
  const connecting = useLinking(id)
  const query = useQuery(userQuery(id))
  const name = useQuery(nameQuery(id))
  const { data: isAdmin } = useQuery({ queryKey: keys.isAdmin(id), queryFn: () => readAdminRole(id) })
  const factors = query.data ? verifiedFactors(query.data) : none

  const ofUser = (content: (user: User) => ReactNode) => (
    <Loaded query={query} failed={texts.account.loadFailed} loading={<Skeleton lines={2} />}>
      {content}
    </Loaded>
  )

  return (
    <Dialog isAtTop title="Your account" description={<span className="wrap-anywhere">{email}</span>} onClose={onClose}>
      <StepUp>
        <Tabs label="Your account" tabs={tabs} value={tab} onChange={setTab}>
          <TabPanel id="profile" className={panelLook}>
            <Part title="Name" description="What the product and the growth squad call you.">
              <Loaded query={name} failed={accountTexts.nameLoadFailed} loading={<Skeleton lines={2} />}>
                {(name) => <NameForm user={id} name={name} />}
              </Loaded>
            </Part>
            {isAdmin !== undefined && (
              <>
                <Part title="Emails" description="Each has an unsubscribe link." isSeparated>
                  <MailSwitches user={id} isAdmin={isAdmin} />
                </Part>
                <Part title="Notifications on this device" isSeparated>
                  <Notifications user={id} isAdmin={isAdmin} />
                </Part>
              </>
            )}
          </TabPanel>
          <TabPanel id="sign-in" className={panelLook}>
            <Part title="Email">
              {ofUser((user) => (
                <EmailForm user={user} />
              ))}
            </Part>
            <Part title="Password" description="A new one signs you out on every other device." isSeparated>
              {ofUser((user) => (
                <PasswordForm user={user} />
              ))}
            </Part>
            {query.data && hasIdentities(query.data) && (
              <Part
                title="Connected accounts"
                description="Other accounts that you can sign in with."
                isSeparated
                isScrolledIntoView={hasConnected}
              >
                <Identities user={query.data} connecting={connecting} />
              </Part>
            )}
          </TabPanel>
          <TabPanel id="security" className={panelLook}>
            <Part
              title="Two-step sign-in"
              description="After your password, signing in takes a code or a key as well. Any one of those you add is enough."
            >
              {ofUser((user) => (
                <Factors user={user} />
              ))}
            </Part>
            {query.data && factors.length > 0 && (
              <Part
                title="Recovery codes"
                description="For when you lose your second step. Each lets you in once."
                isSeparated
              >
                <RecoveryCodes user={query.data} />
              </Part>
            )}
            <Part title="Devices" description="Where you’re signed in." isSeparated>
              <Sessions user={id} />
            </Part>
            <Part title="Connected apps" description="Apps that you let act for you." isSeparated>
              <ConnectedApps user={id} />
              <AppEntries user={id} />
            </Part>
          </TabPanel>
          <TabPanel id="data" className={panelLook}>
            <Part
              title="Your data"
              description="One JSON file with everything we store about you: profile, goals, loops, check-ins, notes, decisions, messages, calls with the squad, conversations with the AI co-founder, runway, and which emails and notifications you get. What the team notes for the AI co-founder is theirs and not in it."
            >
              <DownloadData />
            </Part>
            <Part
              title="Import"
              description="Goals, decisions and check-ins that you have elsewhere, from a CSV file."
              isSeparated
            >
              <ButtonLink to="/import" variant="outline" className="self-start" onClick={onClose}>
                <FileUp aria-hidden />
                Import Records
              </ButtonLink>
            </Part>
            <Part
              title="Delete your account"
              description="Everything in the list above is deleted at once, and so are connected calendars and calendar addresses. This cannot be undone. You may want to download your data first."
              isSeparated
            >
              {ofUser((user) => (
                <DeleteAccount user={user} />
              ))}
            </Part>
          </TabPanel>
        </Tabs>
      </StepUp>
    </Dialog>
  )
}

const none: readonly SecondFactor[] = []

const panelLook = 'flex flex-col gap-6 sm:min-h-112'
