import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport, type OAuthClientProvider } from '@modelcontextprotocol/client'
import { opens } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, success, test } from './product.ts'

/** An assistant on this machine: the SDK's client, and a page that the browser returns to. */
class Assistant {
  readonly #server: Server
  readonly #url: URL
  /** Where the founder is sent to, and with what the browser has returned. */
  toConsent = new URL('http://localhost')
  #returned: URLSearchParams | undefined
  readonly #stored: Record<string, unknown> = {}

  private constructor(server: Server, origin: string) {
    this.#server = server
    this.#url = new URL(`${origin}/mcp`)
  }

  static async start(origin: string): Promise<Assistant> {
    const server = createServer((request, response) => {
      assistant.#returned = new URL(request.url ?? '', 'http://localhost').searchParams
      response.setHeader('content-type', 'text/html').end('<title>Assistant</title>You are connected')
    })
    const assistant = new Assistant(server, origin)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return assistant
  }

  get #provider(): OAuthClientProvider {
    const redirectUrl = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/callback`
    const stored = this.#stored
    return {
      redirectUrl,
      clientMetadata: { redirect_uris: [redirectUrl], client_name: 'Robin', token_endpoint_auth_method: 'none' },
      clientInformation: () => stored['client'] as never,
      saveClientInformation: (client) => void (stored['client'] = client),
      tokens: () => stored['tokens'] as never,
      saveTokens: (tokens) => void (stored['tokens'] = tokens),
      redirectToAuthorization: (to) => void (this.toConsent = to),
      saveCodeVerifier: (verifier) => void (stored['verifier'] = verifier),
      codeVerifier: () => stored['verifier'] as string,
    }
  }

  #transport = () => new StreamableHTTPClientTransport(this.#url, { authProvider: this.#provider })

  /** Tries to connect, and learns that it needs the founder. */
  async begin(): Promise<void> {
    await expect(new Client({ name: 'robin', version: '1' }).connect(this.#transport())).rejects.toThrow('Unauthorized')
  }

  /** Connects with what the browser has brought back. */
  async connect(): Promise<Client> {
    await this.#transport().finishAuth(this.#returned ?? new URLSearchParams())
    const client = new Client({ name: 'robin', version: '1' })
    await client.connect(this.#transport())
    return client
  }

  stop = () => this.#server.close()
}

test('a founder connects an assistant, which adds a goal; it is taken back, and the assistant disconnected', async ({
  founder,
  deployed,
}) => {
  const { page } = founder
  const assistant = await Assistant.start(deployed.founderUrl)
  await assistant.begin()
  await page.goto(assistant.toConsent.href)
  await expect(page.getByRole('heading', { name: 'Connect Robin?' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Your answer goes to an app on this computer.')
  await expectAccessible(page, 'an app asks')
  await page.getByLabel('Send messages to your growth squad in your name').uncheck()
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByText('You are connected')).toBeVisible()

  const client = await assistant.connect()
  const names = (await client.listTools()).tools.map(({ name }) => name)
  expect(names).toContain('add_goal')
  expect(names).not.toContain('message_squad')
  await client.callTool({ name: 'add_goal', arguments: { text: 'Ten demos', period: 'weekly' } })

  await page.goto('/')
  await expect(page.getByRole('checkbox', { name: 'Ten demos' })).toBeVisible()
  const dialog = await opens(founder, 'Security')
  const apps = dialog.getByRole('region', { name: 'Connected apps' })
  await expect(apps.getByRole('listitem').filter({ hasText: 'Robin' }).first()).toContainText('Not verified')
  await expectAccessible(page, 'an app is connected')
  await apps.getByRole('button', { name: 'Undo Goal: Ten demos' }).click()
  await expect(success(page, 'Taken back')).toBeVisible()
  await apps.getByRole('button', { name: 'Disconnect Robin' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).press('Enter')
  await expect(success(page, 'It can no longer see or change anything here.', 'Robin is disconnected')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('checkbox', { name: 'Ten demos' })).toBeHidden()
  await expect(client.listTools()).rejects.toThrow('the refresh token is not valid')
  assistant.stop()
})
