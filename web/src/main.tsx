import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary, ErrorScreen } from './app/ErrorScreen.tsx'
import { takeShortcut } from './lib/actions.ts'
import { connect } from './lib/client.ts'
import { loadConfig } from './lib/config.ts'
import { keepFocus } from './lib/keep-focus.ts'
import { takeReturn } from './lib/return.ts'
import { watchNetwork } from './lib/network.ts'
import { registerServiceWorker } from './lib/service-worker.ts'
import { SessionProvider } from './lib/session.tsx'
import { applyTheme } from './lib/theme.ts'
import { toastError } from './lib/toasts.ts'
import { preloadScreen, readFirstScreen, Router } from './router.tsx'
import { Toaster } from './ui/Toaster.tsx'

const root = createRoot(document.getElementById('root')!)

applyTheme()
keepFocus()
const failure = takeReturn()
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
          <Router />
        </SessionProvider>
      </ErrorBoundary>
      <Toaster />
    </StrictMode>,
  )
} catch (error) {
  root.render(<ErrorScreen error={error} />)
}
