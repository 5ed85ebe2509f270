import { formatCount } from '../../../../../domain/numbers.ts'
import { SQUAD } from '../../../../../domain/squad.ts'
import { truncateWithEllipsis } from '../../../../../domain/truncate.ts'

/** Days for which entries are kept. The database deletes older ones. */
export const AUDIT_DAYS = 400

/** Entries of a page. */
export const AUDIT_PAGE_SIZE = 50

type Values = Readonly<Record<string, unknown>>

/** An entry of the audit log: who did what to a row of whom. */
export interface AuditEntry {
  /** Null for the operator. */
  readonly admin_id: string | null
  /** Null when the account is gone. */
  readonly admin_name: string | null
  /** Null where it is about no founder. */
  readonly founder_name: string | null
  readonly table_name: string
  readonly action: string
  /** The columns that differ; null before an insert, and after a delete. */
  readonly before: Values | null
  readonly after: Values | null
}

/** Tables that entries are about. */
export const AUDIT_KINDS = [
  { id: 'runway_data', label: 'Runway' },
  { id: 'runway_proposals', label: 'Proposed figures' },
  { id: 'traction_loops', label: 'Traction loops' },
  { id: 'decisions', label: 'Decisions' },
  { id: 'notes', label: 'Notes' },
  { id: 'weekly_checkins', label: 'Check-ins' },
  { id: 'squad_messages', label: 'Squad messages' },
  { id: 'message_batches', label: 'Messages to many' },
  { id: 'note_batches', label: 'Notes for many' },
  { id: 'imports', label: 'Imports' },
  { id: 'squad_bookings', label: 'Calls' },
  { id: 'call_outcomes', label: 'Outcomes of calls' },
  { id: 'internal_notes', label: 'Internal notes' },
  { id: 'squad_conversations', label: 'Conversations' },
  { id: 'founder_ai_memory', label: 'AI memory' },
  { id: 'labelled_founders', label: 'Labels of founders' },
  { id: 'founder_labels', label: 'Labels' },
  { id: 'founder_owners', label: 'Owners' },
  { id: 'founder_invitations', label: 'Invitations' },
  { id: 'radar_snoozes', label: 'Snoozes' },
  { id: 'radar_thresholds', label: 'Thresholds' },
  { id: 'saved_replies', label: 'Saved replies' },
  { id: 'saved_views', label: 'Views of the team' },
  { id: 'user_roles', label: 'Admin role' },
  { id: 'webhooks', label: 'Webhooks' },
  { id: 'founder_figures', label: 'Exports' },
] as const

/** Longer texts are cut in a sentence. */
const QUOTE_LENGTH = 60

const shortened = (text: string) => truncateWithEllipsis(text, QUOTE_LENGTH)
const quote = (value: unknown) => `“${shortened(valueText(value))}”`

/** A value of a column, for reading. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'number') return formatCount(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** "Monthly burn" for `monthly_burn`. */
export const columnLabel = (column: string) =>
  column.charAt(0).toUpperCase() +
  column
    .slice(1)
    .replaceAll('_', ' ')
    .replace(/\bai\b/i, 'AI')

/** The columns of an entry, with the values before and after. */
export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  const columns = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return columns.map((column) => ({ column, before: before?.[column], after: after?.[column] }))
}

/** "burn 20,000 → 18,000, balance – → 10" */
const listed = (entry: AuditEntry) =>
  changesOf(entry)
    .map(({ column, before, after }) => {
      const name = columnLabel(column).replace('Monthly ', '').toLowerCase()
      return `${name} ${shortened(valueText(before))} → ${shortened(valueText(after))}`
    })
    .join(', ')

/** "balance 10, burn 20,000" */
const recorded = (values: Values) =>
  Object.entries(values)
    .map(([column, value]) => `${columnLabel(column).replace('Monthly ', '').toLowerCase()} ${valueText(value)}`)
    .join(', ')

/** Name of the person who made the change. */
export const auditActor = ({ admin_id, admin_name }: Pick<AuditEntry, 'admin_id' | 'admin_name'>): string =>
  admin_name ?? (admin_id === null ? 'The operator' : 'A former admin')

/** Text of an entry, to follow the name of its admin. */
export function auditText(entry: AuditEntry): string {
  const { table_name, before, after } = entry
  const founder = entry.founder_name ?? 'a founder'
  const action = entry.action as keyof typeof verbs
  const texts = sentences[table_name]
  const sentence = texts?.[action]
  if (sentence) return sentence(founder, { before: before ?? {}, after: after ?? {}, entry })
  return `${verbs[action]} ${columnLabel(table_name).toLowerCase()} of ${founder}`
}

const verbs = { insert: 'added', update: 'changed', delete: 'deleted', export: 'exported' } as const

type Sentence = (
  founder: string,
  values: { readonly before: Values; readonly after: Values; readonly entry: AuditEntry },
) => string

const sentences: Readonly<Record<string, Partial<Record<keyof typeof verbs, Sentence>>>> = {
  runway_data: {
    insert: (founder, { after }) => `recorded the runway of ${founder}: ${recorded(after)}`,
    update: (founder, { entry }) => `changed the runway of ${founder}: ${listed(entry)}`,
    delete: (founder) => `deleted the runway of ${founder}`,
  },
  runway_proposals: {
    update: (founder, { after: { answer } }) =>
      `${answer === 'dismissed' ? 'dismissed' : answer === 'corrected' ? 'corrected and recorded' : 'recorded'} the figures that ${founder} proposed`,
  },
  traction_loops: {
    insert: (founder, { after }) => `added the loop ${quote(after['name'])} for ${founder}`,
    update: (founder, { entry }) => `changed a loop of ${founder}: ${listed(entry)}`,
    delete: (founder, { before }) => `deleted the loop ${quote(before['name'])} of ${founder}`,
  },
  decisions: {
    update: (founder, { entry }) => `rated a decision of ${founder}: ${listed(entry)}`,
    delete: (founder, { before }) => `deleted the decision ${quote(before['title'])} of ${founder}`,
  },
  notes: {
    insert: (founder, { after }) => `added the note ${quote(after['title'])} for ${founder}`,
    update: (founder, { entry }) => `changed a note for ${founder}: ${listed(entry)}`,
    delete: (founder, { before }) => `deleted the note ${quote(before['title'])} for ${founder}`,
  },
  weekly_checkins: {
    delete: (founder, { before }) =>
      `deleted the check-in of ${founder} for the week of ${valueText(before['week_of'])}`,
  },
  squad_messages: {
    insert: (founder, { after }) => `wrote to ${founder}: ${quote(after['content'])}`,
    update: (founder) => `changed a message to ${founder}`,
    delete: (founder) => `deleted a message to ${founder}`,
  },
  message_batches: {
    insert: (_, { after }) => `wrote to ${foundersOf(after)}: ${quote(after['content'])}`,
    delete: (_, { before }) => `took back a message to ${foundersOf(before)} before it was sent`,
  },
  note_batches: {
    insert: (_, { after }) => `added the note ${quote(after['title'])} for ${foundersOf(after)}`,
    delete: (_, { before }) => `took back the note ${quote(before['title'])} for ${foundersOf(before)}`,
  },
  imports: {
    insert: (founder, { after }) => `imported ${recordsOf(after)} for ${founder}`,
    delete: (founder, { before }) =>
      `undid an import for ${founder}: ${recordsOf(before)} removed, ${valueText(before['kept'])} kept`,
  },
  squad_bookings: {
    insert: (founder, { after }) => `booked a call of ${founder} with ${memberName(after['member'])}`,
    update: (founder, { after }) =>
      'member' in after
        ? `handed a call of ${founder} over to ${memberName(after['member'])}`
        : `${after['cancelled_at'] ? 'cancelled' : 'moved'} a call of ${founder}`,
  },
  call_outcomes: {
    insert: (founder, { after }) => `recorded what came of a call of ${founder}: ${valueText(after['outcome'])}`,
    update: (founder) => `changed what came of a call of ${founder}`,
    delete: (founder) => `removed what came of a call of ${founder}`,
  },
  internal_notes: {
    insert: (founder, { after }) => `wrote an internal note about ${founder}: ${quote(after['content'])}`,
    delete: (founder, { before }) => `deleted an internal note about ${founder}: ${quote(before['content'])}`,
  },
  squad_conversations: {
    update: (founder, { after }) => {
      const { state, assigned_to } = after
      if (state === 'done') return `marked the conversation with ${founder} as done`
      if (state === 'reopened') return `reopened the conversation with ${founder}`
      return typeof assigned_to === 'string'
        ? `assigned the conversation with ${founder} to ${assigned_to}`
        : `unassigned the conversation with ${founder}`
    },
  },
  founder_ai_memory: {
    insert: (founder) => `wrote the AI memory of ${founder}`,
    update: (founder) => `changed the AI memory of ${founder}`,
    delete: (founder) => `deleted the AI memory of ${founder}`,
  },
  founder_invitations: {
    insert: (_founder, { after }) => `invited ${shortened(valueText(after['addresses']))}`,
    update: (_founder, { after }) => `sent the invitation of ${valueText(after['address'])} again`,
    delete: (_founder, { before }) => `withdrew the invitation of ${valueText(before['address'])}`,
  },
  labelled_founders: {
    insert: (founder, { after }) => `gave ${founder} the label ${quote(after['label'])}`,
    delete: (founder, { before }) => `took the label ${quote(before['label'])} from ${founder}`,
  },
  founder_labels: {
    insert: (_, { after }) => `added the label ${quote(after['name'])}`,
    update: (_, { before, after }) => `renamed the label ${quote(before['name'])} to ${quote(after['name'])}`,
    delete: (_, { before }) => {
      const { founders } = before
      return `deleted the label ${quote(before['name'])}, which ${valueText(founders)} ${founders === 1 ? 'founder' : 'founders'} had`
    },
  },
  founder_owners: {
    update: (founder, { before, after: { owner } }) =>
      typeof owner === 'string'
        ? `made ${owner} the owner of ${founder}`
        : `removed ${valueText(before['owner'])} as the owner of ${founder}`,
  },
  radar_snoozes: {
    insert: (founder, { after }) => `snoozed ${founder} until ${valueText(after['until'])}: ${quote(after['reason'])}`,
    update: (founder, { entry }) => `changed the snooze of ${founder}: ${listed(withoutAuthor(entry))}`,
    delete: (founder) => `ended the snooze of ${founder}`,
  },
  radar_thresholds: {
    update: (_, { entry }) => `changed what a founder at risk is: ${listed(entry)}`,
  },
  saved_replies: {
    insert: (_, { after }) => `added the saved reply ${quote(after['title'])}`,
    update: (_, { entry }) => `changed a saved reply: ${listed(entry)}`,
    delete: (_, { before }) => `deleted the saved reply ${quote(before['title'])}`,
  },
  saved_views: {
    insert: (_, { after }) => `added the view ${quote(after['name'])} for the team`,
    update: (_, { after, entry }) => {
      if ('admin_id' in after)
        return after['admin_id'] === null ? 'shared a view with the team' : 'kept a view of the team'
      return `changed a view of the team: ${listed(entry)}`
    },
    delete: (_, { before }) => `deleted the view ${quote(before['name'])} of the team`,
  },
  webhooks: {
    insert: (_, { after }) => `added the webhook ${quote(after['name'])} to ${valueText(after['address'])}`,
    update: (_, { after }) => {
      const name = quote(after['name'])
      if ('secret' in after) return `made a new secret for the webhook ${name}`
      if ('is_on' in after) return `switched the webhook ${name} ${after['is_on'] === true ? 'on' : 'off'}`
      return `changed the webhook ${name}`
    },
    delete: (_, { before }) => `deleted the webhook ${quote(before['name'])}`,
  },
  founder_figures: {
    export: (_, { after: { founders, columns } }) =>
      `exported ${valueText(founders)} ${founders === 1 ? 'founder' : 'founders'} with ${[columns].flat().join(', ')}`,
  },
  user_roles: {
    insert: (founder) => `made ${founder} an admin`,
    delete: (founder) => `took the admin role from ${founder}`,
  },
}

const foundersOf = ({ founders }: Values) => `${valueText(founders)} ${founders === 1 ? 'founder' : 'founders'}`

/** "34 goals" */
const recordsOf = ({ kind, records }: Values) =>
  `${valueText(records)} ${kind === 'loops' ? 'loop entries' : valueText(kind)}`

const memberName = (member: unknown) => SQUAD.find(({ id }) => id === member)?.name ?? 'the squad'

/** An id that says nothing: who did it is at the beginning. */
function withoutAuthor(entry: AuditEntry): AuditEntry {
  const rest = (values: Values | null) =>
    values && Object.fromEntries(Object.entries(values).filter(([column]) => column !== 'snoozed_by'))
  return { ...entry, before: rest(entry.before), after: rest(entry.after) }
}
