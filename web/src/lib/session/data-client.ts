/** The clients of all screens behind the sign-in, in one chunk. */
export { FunctionsClient } from '@supabase/functions-js'
export { PostgrestClient } from '@supabase/postgrest-js'
