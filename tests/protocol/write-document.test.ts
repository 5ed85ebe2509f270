import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WrittenDocument } from '../../domain/documents.ts'
import { createTestServer, engines, type Client, type Person, type TestServer } from '../harness.ts'
import { mailsTo } from '../mailbox.ts'
import { ownerOf, type Owner } from '../owner.ts'

const october = { from: '2026-10-01', to: '2026-10-31' }

describe.each(engines)('write-document on %s', (engine) => {
  let server: TestServer
  let owner: Owner
  let ana: Person
  beforeAll(async () => {
    server = await createTestServer(engine, { env: { RATE_LIMIT_FACTOR: '1' } })
    owner = await ownerOf(server.own.config, server.database)
    ana = await server.founder('ana')
  })
  afterAll(async () => {
    await owner.end()
    await server.close()
  })

  const invoke = ({ functions }: Client, body: object) =>
    functions.invoke<WrittenDocument & { to: string }>('write-document', { body })
  const written = async (person: Person, body: object) => {
    const { data, error } = await invoke(person.client, body)
    if (error || !data) throw error
    return data
  }
  const statusOf = async (client: Client, body: object) =>
    ((await invoke(client, body)).error as { context: Response } | null)?.context.status
  const prove = ({ id, email }: Person) =>
    owner.query('insert into server.proven_emails (user_id, email, at) values ($1, $2, now())', [id, email])

  /** October of a founder: two loops of one name, one of which begins inside it, and everything else once. */
  const arrange = async ({ id }: Person) => {
    const query = (text: string) => owner.query(text, [id])
    await query(
      `with added as (
         insert into public.traction_loops (user_id, name, conversions, demos, messages, created_at)
         values ($1, 'Cold email', 12, 21, 200, '2026-08-03'), ($1, 'Cold email', 2, 1, 40, '2026-10-12') returning id, created_at
       ), removed as (delete from public.traction_points where user_id = $1)
       insert into public.traction_points (user_id, loop_id, day, status, conversions, demos, messages)
       select $1, id, p.day, 'running', p.conversions, p.demos, p.messages from added
       join (values ('2026-08-03'::date, '2026-08-03'::date, 0, 0, 0), ('2026-08-03', '2026-09-20', 9, 20, 180),
         ('2026-08-03', '2026-10-20', 12, 21, 200), ('2026-10-12', '2026-10-12', 0, 0, 10), ('2026-10-12', '2026-10-30', 2, 1, 40))
         as p (begun, day, conversions, demos, messages) on p.begun = added.created_at::date`,
    )
    await query(`delete from public.runway_points where user_id = $1`)
    await query(
      `insert into public.runway_points (user_id, day, bank_balance, monthly_revenue, monthly_burn)
       values ($1, '2026-09-28', 90000, 12000, 20000), ($1, '2026-10-26', 80000, 12500, 20000)`,
    )
    await query(
      `insert into public.weekly_checkins (user_id, week_of, mood, wins, blockers, next_priority)
       values ($1, '2026-09-28', 2, 'Old', '', 'Old'), ($1, '2026-10-05', 4, 'Two **demos**', 'Hiring', 'Pricing page')`,
    )
    await query(
      `insert into public.goals (user_id, text, period, created_at, completed, completed_at) values
         ($1, 'Ten demos', 'weekly', '2026-10-05', true, '2026-10-09'), ($1, 'Hire', 'weekly', '2026-10-06', false, null),
         ($1, 'Incorporate', 'yearly', '2026-01-05', true, '2026-10-31 23:00+00')`,
    )
    await query(
      `insert into public.decisions (user_id, title, reason, created_at, review_on)
       values ($1, 'Raise prices', 'Because', '2026-10-06', '2026-10-30')`,
    )
  }

  test('writes an investor update from the caller’s records of the time', async () => {
    await arrange(ana)
    const { title, markdown, isEmpty } = await written(ana, { kind: 'investor-update', ...october })
    expect({ title, isEmpty }).toEqual({ title: 'Investor update, October 2026', isEmpty: false })
    for (const line of [
      /^- Week of Oct 5, 2026 \[\[check-in:[\da-f-]{36}\]\]: “Two \\\*\\\*demos\\\*\\\*”$/m,
      /^- Revenue: \$12,500 a month \(\+\$500 since Sep 28, 2026\)$/m,
      /^- Runway: 10\.7 months \(it was 11\.3 months on Sep 28, 2026\)$/m,
      /^- Not recorded: customers, churn, CAC, gross margin and headcount$/m,
      /^- “Cold email” \[\[loop:[\da-f-]{36}\]\], begun on Aug 3, 2026: \+3 conversions, \+1 demo and \+20 messages; total 12/m,
      /\], begun on Oct 12, 2026: \+2 conversions, \+1 demo and \+40 messages; total 2/,
      /^- Oct 6, 2026: “Raise prices” \[\[decision:[\da-f-]{36}\]\]$/m,
      /“Hiring”/,
      /“Pricing page”/,
    ]) {
      expect(markdown).toMatch(line)
    }
    expect(markdown).not.toContain('Old')
  })

  test('writes every kind, also with its usual time', async () => {
    const summary = (await written(ana, { kind: 'month-summary', ...october })).markdown
    expect(summary).toContain('- 1 of the 2 goals set in this period is done')
    expect(summary).toContain('- 2 goals were finished in this period, whenever they were set')
    expect((await written(ana, { kind: 'quarter-summary', from: '2026-10-01', to: '2026-12-31' })).title).toBe(
      'Quarter summary, Q4 2026',
    )
    const plan = (await written(ana, { kind: 'week-plan', from: '2026-10-26', to: '2026-11-01' })).markdown
    expect(plan).toMatch(/- \[ \] “Hire” .* \(weekly\), since Oct 11, 2026/)
    expect(plan).toMatch(/“Raise prices” .*, due on Oct 30, 2026/)
    expect((await written(ana, { kind: 'agenda', ...october })).markdown).toContain('Cash: $80,000 (-$10,000')
    expect((await written(ana, { kind: 'agenda' })).title).toBe('Call agenda')
  })

  test('has the figures that wait for the squad, until they are withdrawn', async () => {
    const cleo = await server.founder('cleo')
    const today = new Date().toISOString().slice(0, 10)
    const proposed = { bank_balance: 50_000, monthly_revenue: 2000, monthly_burn: 7000, as_of: today }
    await cleo.client.rpc('propose_runway', proposed).throwOnError()
    const update = () => written(cleo, { kind: 'investor-update', from: today, to: today })
    expect((await update()).markdown).toMatch(
      /^- Own figures of .*, not yet confirmed by the squad: revenue \$2,000 a month/m,
    )
    expect((await written(cleo, { kind: 'investor-update', ...october })).markdown).toContain('- Not recorded: revenue')
    await cleo.client.from('runway_proposals').delete().eq('user_id', cleo.id).throwOnError()
    expect((await update()).markdown).toContain('- Not recorded: revenue')
  })

  test('has nothing of another founder, also for an admin, who may read all', async () => {
    const root = await server.admin('root')
    for (const kind of ['investor-update', 'quarter-summary', 'agenda', 'week-plan']) {
      const { markdown, isEmpty } = await written(root, { kind, from: '2026-10-01', to: '2026-12-01' })
      expect(markdown).not.toMatch(/\[\[|\$|Hire|Ten demos/)
      expect(isEmpty).toBe(true)
    }
  })

  test('mails a text to the caller’s own proven address, and to no other', async () => {
    const mail = { title: 'Update <b>', markdown: '## Wins\n\n- **Two** demos <img src=x>\n' }
    expect(await statusOf(ana.client, { mail })).toBe(403)
    await prove(ana)
    expect(await statusOf(ana.client, { mail: { ...mail, to: 'eve@example.com' } })).toBe(400)
    expect((await written(ana, { mail })).to).toBe(ana.email)
    const [sent, ...others] = await mailsTo(server, ana)
    expect(others).toEqual([])
    expect(sent?.subject).toBe('Update <b>')
    expect([sent?.to, sent?.cc, sent?.bcc]).toEqual([[{ name: '', address: ana.email }], undefined, undefined])
    expect(sent?.text).toContain('- **Two** demos <img src=x>')
    expect(sent?.html).toContain(
      '<li style="unicode-bidi:plaintext"><strong>Two</strong> demos &#60;img src=x&#62;</li>',
    )
  })

  test('mails at most ten documents a day, and none that is too large', async () => {
    const ben = await server.founder('ben')
    await prove(ben)
    const mail = { title: 'Plan', markdown: 'x' }
    expect(await statusOf(ben.client, { mail: { ...mail, markdown: 'x'.repeat(64 * 1024) } })).toBe(413)
    for (let sent = 0; sent < 10; sent++) expect(await statusOf(ben.client, { mail })).toBeUndefined()
    expect(await statusOf(ben.client, { mail })).toBe(429)
    expect(await mailsTo(server, ben)).toHaveLength(10)
  })

  test('is for signed-in callers and known documents', async () => {
    expect(await statusOf(server.client(), { kind: 'agenda' })).toBe(401)
    expect(await statusOf(server.client(), { mail: { title: 'x', markdown: 'x' } })).toBe(401)
    expect(await statusOf(ana.client, { kind: 'tax-return' })).toBe(400)
    expect(await statusOf(ana.client, { kind: 'agenda', from: '2026-10-31', to: '2026-10-01' })).toBe(400)
    const get = await fetch(`${server.url}/functions/v1/write-document`, {
      headers: { apikey: server.publishableKey },
    })
    expect(get.status).toBe(405)
  })
})
