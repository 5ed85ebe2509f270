import type { Tables } from '../../../domain/tables.ts'
import { serviceClient, type Client, type FunctionContext } from './function.ts'

/** Rows of each kind that the co-founder is told at most: the newest say most, and a prompt has its price. */
const MOST = { goals: 40, loops: 20, checkins: 8, decisions: 15, notes: 15 } as const

/** What the co-founder knows of one founder. */
export interface FounderContext {
  readonly firstName: string
  readonly memory: string
  readonly goals: readonly Pick<Tables['goals'], 'text' | 'period' | 'completed'>[]
  readonly loops: readonly Pick<Tables['traction_loops'], 'name' | 'status' | 'conversions' | 'demos' | 'messages'>[]
  readonly checkins: readonly Pick<
    Tables['weekly_checkins'],
    'week_of' | 'mood' | 'wins' | 'blockers' | 'next_priority'
  >[]
  readonly decisions: readonly Pick<Tables['decisions'], 'title' | 'reason' | 'impact' | 'result'>[]
  readonly notes: readonly Pick<Tables['notes'], 'title' | 'category' | 'content'>[]
  /** US dollars. */
  readonly runway: Pick<Tables['runway_data'], 'bank_balance' | 'monthly_revenue' | 'monthly_burn'> | null
}

/**
 * Gathers it under the founder's own token, so that policies decide. The memory is the exception: admins write it for
 * the co-founder, founders do not read it (SPEC section 6), so it is fetched for exactly this founder by the service.
 * @throws {Error} when something cannot be read
 */
export async function gatherContext(context: FunctionContext, client: Client, userId: string): Promise<FounderContext> {
  const newest = { ascending: false } as const
  const [profile, memory, goals, loops, checkins, decisions, notes, runway] = await Promise.all([
    client.from('profiles').select('first_name').eq('id', userId).maybeSingle(),
    serviceClient(context).from('founder_ai_memory').select('memory_content').eq('user_id', userId).maybeSingle(),
    client
      .from('goals')
      .select('text, period, completed')
      .eq('user_id', userId)
      .order('created_at', newest)
      .limit(MOST.goals),
    client
      .from('traction_loops')
      .select('name, status, conversions, demos, messages')
      .eq('user_id', userId)
      .order('created_at', newest)
      .limit(MOST.loops),
    client
      .from('weekly_checkins')
      .select('week_of, mood, wins, blockers, next_priority')
      .eq('user_id', userId)
      .order('week_of', newest)
      .limit(MOST.checkins),
    client
      .from('decisions')
      .select('title, reason, impact, result')
      .eq('user_id', userId)
      .order('created_at', newest)
      .limit(MOST.decisions),
    client
      .from('notes')
      .select('title, category, content')
      .eq('user_id', userId)
      .order('created_at', newest)
      .limit(MOST.notes),
    client
      .from('runway_data')
      .select('bank_balance, monthly_revenue, monthly_burn')
      .eq('user_id', userId)
      .maybeSingle(),
  ])
  const error = [profile, memory, goals, loops, checkins, decisions, notes, runway].find(
    (answer) => answer.error,
  )?.error
  if (error) throw new Error(`the founder's records cannot be read: ${error.message}`)
  return {
    firstName: profile.data?.first_name ?? '',
    memory: memory.data?.memory_content ?? '',
    goals: goals.data ?? [],
    loops: loops.data ?? [],
    checkins: checkins.data ?? [],
    decisions: decisions.data ?? [],
    notes: notes.data ?? [],
    runway: runway.data,
  }
}
