// Supabase's runtime starts here; our own server takes the handler itself.
import { serve } from '../_shared/supabase-runtime.ts'
import handler from './handler.ts'

serve(handler)
