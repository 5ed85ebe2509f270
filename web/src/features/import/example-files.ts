import type { Kind } from './columns.ts'

/** A file of each kind, to be filled in. */
export const EXAMPLES: Record<Kind, readonly (readonly string[])[]> = {
  goals: [
    ['Goal', 'Period', 'Done', 'Created', 'Completed', 'Target', 'Progress', 'Unit'],
    ['Book ten demos', 'weekly', 'yes', '2026-03-02', '2026-03-03', '10', '10', 'demos'],
    ['Hire a designer', 'quarterly', 'no', '2026-01-05', '', '', '', ''],
  ],
  decisions: [
    ['Decision', 'Reasoning', 'Decided on', 'Category', 'Expected', 'Review on', 'Reviewed on', 'Outcome', 'Right'],
    [
      'Raise prices',
      'Nobody asks what it costs',
      '2026-02-02',
      'Pricing',
      'Few leave',
      '2026-03-02',
      '2026-03-03',
      'Two left',
      'partly',
    ],
    ['Only write to banks', 'They answer most', '2026-03-02', 'Sales', '', '2026-04-01', '', '', ''],
  ],
  'check-ins': [
    ['Week', 'Win', 'Struggle', 'Priority', 'Mood', 'Last priority'],
    ['2026-02-23', 'Two demos', 'Nobody answers mails', 'Call instead', '4', ''],
    ['2026-03-02', 'A first customer', '', 'Ask them who else', 'Crushing it', 'yes'],
  ],
  loops: [
    ['Loop', 'Date', 'Total', 'Demos', 'Messages', 'Status'],
    ['Cold mail', '2026-02-23', '4', '9', '120', 'running'],
    ['Cold mail', '2026-03-02', '7', '15', '180', 'scaling'],
  ],
}
