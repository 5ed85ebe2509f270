import { Team } from '../features/admin/team/Team.tsx'
import { StepUp } from '../features/mfa/StepUp.tsx'

/** Who has the admin role; changes may need step-up authentication. */
export const TeamPage = () => (
  <StepUp>
    <Team />
  </StepUp>
)
