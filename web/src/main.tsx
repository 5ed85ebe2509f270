import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary, ErrorScreen } from './app/ErrorScreen.tsx'
import { takeShortcut } from './ui/actions.ts'
import { connect } from './lib/session/client.ts'
import { loadConfig } from './lib/session/config.ts'
import { keepFocus } from './ui/keep-focus.ts'
import { takeAuthRedirect } from './lib/session/auth-redirect.ts'
import { watchNetwork } from './lib/offline/network.ts'
import { registerServiceWorker } from './lib/offline/service-worker.ts'
import { SessionProvider } from './lib/session/session.tsx'
import { applyTheme } from './ui/theme.ts'
import { toastError } from './lib/texts/toasts.ts'
import { App, preloadScreen, readFirstScreen } from './router.tsx'
import { Toaster } from './ui/Toaster.tsx'

const root = createRoot(document.getElementById('root')!)

applyTheme()
keepFocus()
const failure = takeAuthRedirect()
if (failure !== undefined) toastError(failure)
takeShortcut()
registerServiceWorker()
watchNetwork()
try {
  preloadScreen(location.pathname)
  await loadConfig()
  connect()
  readFirstScreen(location.pathname)
  root.render(
    <StrictMode>
      <ErrorBoundary>
        <SessionProvider>
          <App />
        </SessionProvider>
      </ErrorBoundary>
      <Toaster />
    </StrictMode>,
  )
} catch (error) {
  root.render(<ErrorScreen error={error} />)
}
