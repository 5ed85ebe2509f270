import { Webhooks } from '../features/admin/webhooks/Webhooks.tsx'
import { StepUp } from '../features/mfa/StepUp.tsx'

/** Where events are posted; changes may need step-up authentication. */
export const WebhooksPage = () => (
  <StepUp>
    <Webhooks />
  </StepUp>
)
