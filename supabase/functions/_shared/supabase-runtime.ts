import type { FunctionHandler } from './function.ts'

/** What Supabase's runtime offers, as far as it is used. */
declare const Deno: {
  readonly env: { toObject(): Record<string, string> }
  serve(handler: (request: Request) => Response | Promise<Response>): void
}

declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined

const cors = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'authorization, x-client-info, apikey, content-type',
  'Access-Control-Allow-Methods': 'POST, DELETE, OPTIONS',
} as const

/** Serves a handler in Supabase's runtime, which leaves CORS and the meaning of an exception to the function. */
export function serve(handler: FunctionHandler): void {
  Deno.serve(async (request) => {
    if (request.method === 'OPTIONS') return new Response('ok', { headers: cors })
    const env = Deno.env.toObject()
    const response = await handler(request, {
      env,
      fetch,
      supabaseUrl: env['SUPABASE_URL'] ?? '',
      publishableKey: env['SUPABASE_ANON_KEY'] ?? '',
      secretKey: env['SUPABASE_SERVICE_ROLE_KEY'] ?? '',
      clientAddress: request.headers.get('x-forwarded-for')?.split(',')[0]?.trim() ?? 'unknown',
      waitUntil: (work) => {
        const logged = work.catch(console.error)
        if (typeof EdgeRuntime !== 'undefined') EdgeRuntime.waitUntil(logged)
      },
    }).catch((cause: unknown) => {
      console.error(cause)
      return Response.json({ error: 'The function failed' }, { status: 500 })
    })
    for (const [name, value] of Object.entries(cors)) response.headers.set(name, value)
    return response
  })
}
