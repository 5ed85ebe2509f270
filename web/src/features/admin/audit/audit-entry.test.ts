import { expect, test } from 'vitest'
import { auditActor, auditText, changesOf, columnLabel, valueText, type AuditEntry } from './audit-entry.ts'

const entry = (
  table_name: string,
  action: string,
  before: AuditEntry['before'],
  after: AuditEntry['after'],
): AuditEntry => ({
  admin_id: '1',
  admin_name: 'Ana Admin',
  founder_name: table_name === 'founder_labels' ? null : 'Maya',
  table_name,
  action,
  before,
  after,
})

test.each([
  ['runway_data', 'update', { monthly_burn: 20_000 }, { monthly_burn: 18_000 }, 'changed the runway of Maya: burn 20,000 → 18,000'],
  ['runway_data', 'insert', null, { bank_balance: 10, monthly_burn: 5 }, 'recorded the runway of Maya: bank balance 10, burn 5'],
  ['runway_proposals', 'update', { answer: null }, { answer: 'kept' }, 'recorded the figures that Maya proposed'],
  ['runway_proposals', 'update', { answer: null }, { answer: 'corrected' }, 'corrected and recorded the figures that Maya proposed'],
  ['runway_proposals', 'update', { answer: null }, { answer: 'dismissed' }, 'dismissed the figures that Maya proposed'],
  ['traction_loops', 'insert', null, { name: 'Cold mail', demos: 0 }, 'added the loop “Cold mail” for Maya'],
  ['traction_loops', 'update', { demos: 0, status: 'paused' }, { demos: 3, status: 'running' }, 'changed a loop of Maya: demos 0 → 3, status paused → running'],
  ['traction_loops', 'delete', { name: 'Cold mail' }, null, 'deleted the loop “Cold mail” of Maya'],
  ['decisions', 'update', { impact: 'neutral', result: '' }, { impact: 'positive', result: 'Sold' }, 'rated a decision of Maya: impact neutral → positive, result – → Sold'],
  ['notes', 'insert', null, { title: 'Buyers', content: 'SSO' }, 'added the note “Buyers” for Maya'],
  ['weekly_checkins', 'delete', { week_of: '2026-03-02' }, null, 'deleted the check-in of Maya for the week of 2026-03-02'],
  ['notes', 'delete', { title: 'x'.repeat(80) }, null, `deleted the note “${'x'.repeat(60)}…” for Maya`],
  ['notes', 'delete', { title: `${'x'.repeat(59)}🚀🚀` }, null, `deleted the note “${'x'.repeat(59)}…” for Maya`],
  ['squad_messages', 'insert', null, { content: 'Hi' }, 'wrote to Maya: “Hi”'],
  ['squad_bookings', 'insert', null, { member: 'growth' }, 'booked a call of Maya with Growth Expert'],
  ['squad_bookings', 'update', { member: 'growth' }, { member: 'product' }, 'handed a call of Maya over to Product Advisor'],
  ['call_outcomes', 'insert', null, { outcome: 'held', content: '' }, 'recorded what came of a call of Maya: held'],
  ['internal_notes', 'insert', null, { content: 'Wants to sell' }, 'wrote an internal note about Maya: “Wants to sell”'],
  ['founder_ai_memory', 'update', { memory_content: 'a' }, { memory_content: 'b' }, 'changed the AI memory of Maya'],
  ['labelled_founders', 'insert', null, { label: 'Batch 7' }, 'gave Maya the label “Batch 7”'],
  ['labelled_founders', 'delete', { label: 'Batch 7' }, null, 'took the label “Batch 7” from Maya'],
  ['founder_labels', 'update', { name: 'A' }, { name: 'B' }, 'renamed the label “A” to “B”'],
  ['founder_labels', 'delete', { name: 'A', founders: 1 }, null, 'deleted the label “A”, which 1 founder had'],
  ['imports', 'insert', null, { kind: 'goals', records: 34 }, 'imported 34 goals for Maya'],
  ['imports', 'delete', { kind: 'loops', records: 3, kept: 1 }, null, 'undid an import for Maya: 3 loop entries removed, 1 kept'],
  ['note_batches', 'insert', null, { title: 'Buyers', founders: 40 }, 'added the note “Buyers” for 40 founders'],
  ['note_batches', 'delete', { title: 'Buyers', founders: 1 }, null, 'took back the note “Buyers” for 1 founder'],
  ['founder_owners', 'update', { owner: null }, { owner: 'Adele' }, 'made Adele the owner of Maya'],
  ['founder_owners', 'update', { owner: 'Adele' }, { owner: null }, 'removed Adele as the owner of Maya'],
  ['webhooks', 'insert', null, { name: 'Ops', address: 'a.example/…in/7' }, 'added the webhook “Ops” to a.example/…in/7'],
  ['webhooks', 'update', { name: 'Ops' }, { name: 'Ops', secret: 'x' }, 'made a new secret for the webhook “Ops”'],
  ['webhooks', 'update', { is_on: true }, { name: 'Ops', is_on: false }, 'switched the webhook “Ops” off'],
  ['webhooks', 'update', { name: 'A' }, { name: 'B' }, 'changed the webhook “B”'],
  ['webhooks', 'delete', { name: 'Ops' }, null, 'deleted the webhook “Ops”'],
  ['saved_views', 'insert', null, { name: 'Autumn', query: {} }, 'added the view “Autumn” for the team'],
  ['saved_views', 'update', { admin_id: '1' }, { admin_id: null }, 'shared a view with the team'],
  ['saved_views', 'update', { name: 'A' }, { name: 'B' }, 'changed a view of the team: name A → B'],
  ['radar_snoozes', 'insert', null, { until: '2026-12-01', reason: 'Holiday' }, 'snoozed Maya until 2026-12-01: “Holiday”'],
  ['radar_snoozes', 'update', { snoozed_by: '1', until: '2026-12-01' }, { snoozed_by: '2', until: '2026-12-09' }, 'changed the snooze of Maya: until 2026-12-01 → 2026-12-09'],
  ['user_roles', 'insert', null, { role: 'admin' }, 'made Maya an admin'],
  ['something_new', 'update', { a: 1 }, { a: 2 }, 'changed something new of Maya'],
] as const)('%s, %s', (table, action, before, after, text) => {
  expect(auditText(entry(table, action, before, after))).toBe(text)
}) // prettier-ignore

test('a founder whose name is not known is “a founder”', () => {
  expect(auditText({ ...entry('user_roles', 'delete', null, null), founder_name: null })).toBe(
    'took the admin role from a founder',
  )
})

test('who did it: a name, the operator, or an admin whose account is gone', () => {
  expect(auditActor({ admin_id: '1', admin_name: 'Ana Admin' })).toBe('Ana Admin')
  expect(auditActor({ admin_id: null, admin_name: null })).toBe('The operator')
  expect(auditActor({ admin_id: '1', admin_name: null })).toBe('A former admin')
})

test('the changes of an entry have both values of each column', () => {
  expect(changesOf({ before: { a: 1 }, after: { a: 2, b: 3 } })).toEqual([
    { column: 'a', before: 1, after: 2 },
    { column: 'b', before: undefined, after: 3 },
  ])
})

test('columns and values are readable', () => {
  expect(columnLabel('monthly_burn')).toBe('Monthly burn')
  expect([1200, true, false, null, '', 'x', { a: 1 }].map(valueText)).toEqual([
    '1,200',
    'yes',
    'no',
    '–',
    '–',
    'x',
    '{"a":1}',
  ])
})
