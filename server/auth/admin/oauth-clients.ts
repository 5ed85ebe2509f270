import { audit, type AuditAction } from '../audit.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { AuthContext, Handler } from '../http/context.ts'
import { refuse } from '../http/errors.ts'
import {
  changeClient,
  clientShape,
  countClients,
  findClient,
  listClients,
  type OAuthClient,
  readMetadata,
  readMetadataChange,
  registerClient,
  replaceSecret,
} from '../oauth-server/clients.ts'
import { readJson } from '../oauth-server/json.ts'
import { readPage, rowsOf, setPageHeaders } from './pages.ts'

type ClientDeps = Pick<AuthDependencies, 'database' | 'clock'>

/** GET /admin/oauth/clients?page=&per_page=, newest first. */
export const listOAuthClients =
  ({ database }: Pick<AuthDependencies, 'database'>): Handler =>
  async (c) => {
    const page = readPage(c)
    if (!page) {
      return refuse(c, 'admin-field', { detail: 'Bad Pagination Parameters: page and per_page count from 1' })
    }
    const [clients, total] = await Promise.all([listClients(database, rowsOf(page)), countClients(database)])
    setPageHeaders(c, page, total)
    return c.json({ clients: clients.map((client) => clientShape(client)), aud: 'authenticated' })
  }

/** POST /admin/oauth/clients: registers an app that the operator has checked. */
export const createOAuthClient =
  ({ database, clock }: ClientDeps): Handler =>
  async (c) => {
    const fields = readMetadata(await readJson(c))
    if (!fields.ok) return refuse(c, 'admin-field', { detail: fields.failure.description })
    const at = clock()
    const { client, secret } = await registerClient(database, fields.value, { registration: 'manual', at })
    await audit(database, { at, action: 'oauth-client-registered', subject: client.id })
    return c.json(clientShape(client, secret), 201)
  }

/** GET /admin/oauth/clients/{id} */
export const readOAuthClient = (parts: ClientDeps): Handler =>
  ofClient(parts, async (c, client) => c.json(clientShape(client)))

/** PUT /admin/oauth/clients/{id} */
export const changeOAuthClient = (parts: ClientDeps): Handler =>
  ofClient(parts, async (c, { id, authMethod }) => {
    const fields = readMetadataChange(await readJson(c))
    if (!fields.ok) return refuse(c, 'admin-field', { detail: fields.failure.description })
    const { token_endpoint_auth_method: method, client_type: type } = fields.value
    const isPublic = authMethod === 'none'
    if ((method && (method === 'none') !== isPublic) || (type && (type === 'public') !== isPublic)) {
      return refuse(c, 'admin-field', { detail: 'A client stays public or confidential; register another one' })
    }
    const changed = await changeClient(parts.database, id, fields.value, parts.clock())
    if (!changed) return refuse(c, 'oauth-client-not-found')
    await record(parts, 'oauth-client-changed', id)
    return c.json(clientShape(changed))
  })

/** DELETE /admin/oauth/clients/{id}: its sessions end with it. */
export const deleteOAuthClient = (parts: ClientDeps & Pick<AuthDependencies, 'sessions'>): Handler =>
  ofClient(parts, async (c, { id }) => {
    const ended = await parts.database.query<{ id: string }>(
      'select id from auth.sessions where oauth_client_id = $1',
      [id],
    )
    await parts.database.query('delete from auth.oauth_clients where id = $1', [id])
    parts.sessions.forget(ended.map((session) => session.id))
    await record(parts, 'oauth-client-deleted', id)
    return c.body(null, 204)
  })

/** POST /admin/oauth/clients/{id}/regenerate_secret */
export const regenerateOAuthSecret = (parts: ClientDeps): Handler =>
  ofClient(parts, async (c, client) => {
    if (client.authMethod === 'none') {
      return refuse(c, 'admin-field', { detail: 'Cannot regenerate secret for public client' })
    }
    const secret = await replaceSecret(parts.database, client.id, parts.clock())
    await record(parts, 'oauth-client-changed', client.id)
    return c.json(clientShape(client, secret))
  })

const ofClient =
  ({ database }: ClientDeps, answer: (c: AuthContext, client: OAuthClient) => Promise<Response>): Handler =>
  async (c) => {
    const client = await findClient(database, c.req.param('client') ?? '')
    return client ? answer(c, client) : refuse(c, 'oauth-client-not-found')
  }

const record = ({ database, clock }: ClientDeps, action: AuditAction, subject: string) =>
  audit(database, { at: clock(), action, subject })
