import { tables } from './client.ts'

/** Whether a user holds the admin role. A failed check is only logged and means no (SPEC section 8). */
export async function isAdmin(user: string): Promise<boolean> {
  try {
    const roles = await tables()
    const { data, error } = await roles
      .from('user_roles')
      .select('role')
      .eq('user_id', user)
      .eq('role', 'admin')
      .limit(1)
      .maybeSingle()
    if (error) throw error
    return data !== null
  } catch (error) {
    console.error('The admin check failed', error)
    return false
  }
}
