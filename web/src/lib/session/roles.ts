import { tables } from './client.ts'

/** Whether a user has the admin role. */
export async function readAdminRole(user: string): Promise<boolean> {
  const roles = (await tables()).from('user_roles').select('role').eq('user_id', user).eq('role', 'admin')
  return (await roles.limit(1).maybeSingle().throwOnError()).data !== null
}

/** The same without retries: a failed check is only logged and means no (SPEC section 8). */
export async function isAdmin(user: string): Promise<boolean> {
  try {
    return await readAdminRole(user)
  } catch (error) {
    console.error('The admin check failed', error)
    return false
  }
}
