/** The client of all screens behind the sign-in: of the package, what is used. */
export { PostgrestClient } from '@supabase/postgrest-js'
