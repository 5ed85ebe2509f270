// The entry in Supabase's runtime; this project's own server imports the handler.
import { serve } from '../_shared/supabase-runtime.ts'
import handler from './handler.ts'

serve(handler)
