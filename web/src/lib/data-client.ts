/** What every screen behind the sign-in reads and writes with, in one file of script. */
export { FunctionsClient } from '@supabase/functions-js'
export { PostgrestClient } from '@supabase/postgrest-js'
