/**
 * The URL of the server's MCP endpoint: at the product's own origin, or a function of the Supabase project.
 * @param apiUrl the API's origin
 * @param origin the web app's own
 * @example
 * assistantAddress('https://growth.example', 'https://growth.example') // 'https://growth.example/mcp'
 * assistantAddress('https://p.supabase.co', 'https://growth.example') // 'https://p.supabase.co/functions/v1/mcp'
 */
export const assistantAddress = (apiUrl: string, origin: string): string =>
  apiUrl === origin ? `${origin}/mcp` : `${apiUrl}/functions/v1/mcp`
