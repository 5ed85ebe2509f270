import type { Locator, Page } from '@playwright/test'

/** One action of a founder on the board; earlier actions have done what it depends on. */
export interface Action {
  readonly name: string
  readonly act: (page: Page) => Promise<void>
}

const GOAL = 'Ask two practices'

/** Milliseconds in which a part that comes into view is painted. */
const PAINT_MS = 300

/** Milliseconds for which a person holds a button down. */
const HELD_MS = 60

/** Presses as a hand does: Playwright's checks of what is hit would run in the page, as a part of the press. */
async function click(target: Locator): Promise<void> {
  await target.click({ trial: true })
  await target.click({ force: true, delay: HELD_MS })
}

const press =
  (name: string | RegExp, of: (page: Page) => Pick<Page, 'getByRole'> = (page) => page) =>
  (page: Page) =>
    click(of(page).getByRole('button', { name, exact: true }).first())

const pressTab = (name: string, list: string) => (page: Page) =>
  click(page.getByRole('tablist', { name: list }).getByRole('tab', { name, exact: true }))

const pressKey = (key: string) => (page: Page) => page.keyboard.press(key)

const type = (label: string, text: string) => (page: Page) =>
  page.getByLabel(label, { exact: true }).pressSequentially(text)

const dialog = (page: Page) => page.getByRole('dialog')
const calendar = (page: Page) => page.getByRole('region', { name: 'Calendar' })
const goals = (page: Page) => page.getByRole('region', { name: 'Goals' })

/** A link of the navigation, whose name may end with a count. */
export const go = (link: string) => (page: Page) =>
  click(page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${link}`) })) // prettier-ignore

/** Scrolls to it, and waits until that is painted, which is no part of a press. */
async function show(part: Locator): Promise<void> {
  await part.scrollIntoViewIfNeeded()
  await part.page().waitForTimeout(PAINT_MS)
}

/** Presses, and waits for the dialog, which may still be loading. */
const open = (name: string) => async (page: Page) => {
  await press(name)(page)
  await dialog(page).waitFor()
}

const close = (by: (page: Page) => Promise<void>) => async (page: Page) => {
  await by(page)
  await dialog(page).waitFor({ state: 'hidden' })
}

/** Labels of buttons that open comments begin with their number. */
const COMMENTS = /^(Comment|\d+ comments?)(, \d+ new)?: /

/** Labels of events begin with their title and what they are. */
const EVENT = /, (sample|demo|call|meeting|deadline), /

/** Goals of an ended week, month and quarter, for `leftOverGoals`; each round begins with them. */
export const LEFT_OVER = [
  { period: 'weekly', text: 'Answer the two clinics', daysAgo: 8 },
  { period: 'weekly', text: 'Send the plans to Ines', daysAgo: 8 },
  { period: 'monthly', text: 'A case study of a chain', daysAgo: 40 },
  { period: 'quarterly', text: 'A partner in Ireland', daysAgo: 130 },
] as const

/** In the first row of goals that are left over: with each action that row goes, and the next one is the first. */
const leftOver = (page: Page) => page.getByRole('region', { name: /still open\.$/ }).first()

/** The shown week or month may have no event: then the next one is opened. */
async function openEvent(page: Page): Promise<void> {
  const event = calendar(page).getByRole('button', { name: EVENT }).first()
  if (!(await event.isVisible())) await press('Next', calendar)(page)
  await click(event)
}

/** Each restores the board, so that all rounds start in the same state. */
export const actions: readonly Action[] = [
  { name: 'write a goal, each letter', act: type('Add a goal', GOAL) },
  { name: 'add the goal', act: pressKey('Enter') },
  { name: 'tick a goal', act: (page) => click(page.getByRole('checkbox', { name: GOAL })) },
  { name: 'untick a goal', act: (page) => click(page.getByRole('checkbox', { name: GOAL })) },
  { name: 'goal: edit', act: press(`Edit goal: ${GOAL}`) },
  { name: 'goal: write its text, each letter', act: type('Goal', ' more') },
  { name: 'goal: write its target, each letter', act: type('Target', '2') },
  { name: 'goal: end the edit', act: pressKey('Escape') },
  { name: 'goal: move down', act: (page) => page.getByRole('button', { name: `Move goal: ${GOAL}` }).press('ArrowDown') },
  { name: 'goal: move up', act: pressKey('ArrowUp') },
  { name: 'comments of a goal', act: async (page) => {
    await click(goals(page).getByRole('button', { name: COMMENTS }).first())
    await dialog(page).getByText('No comments yet').waitFor()
  } },
  { name: 'comments: write, each letter', act: type('Comment', 'Thanks') },
  { name: 'comments: close', act: close(press('Close', dialog)) },
  { name: 'delete a goal', act: press(`Delete goal: ${GOAL}`) },
  { name: 'goals of the month', act: pressTab('Monthly', 'Goal period') },
  { name: 'goals of the quarter', act: pressTab('Quarterly', 'Goal period') },
  { name: 'goals of the year', act: pressTab('Yearly', 'Goal period') },
  { name: 'goals of the week', act: pressTab('Weekly', 'Goal period') },
  { name: 'left-over goals: carry over', act: press('Carry Over', leftOver) },
  { name: 'left-over goals: done', act: press('Done', leftOver) },
  { name: 'left-over goals: drop, the question', act: async (page) => {
    await press('Drop', leftOver)(page)
    await page.getByRole('alertdialog').waitFor()
  } },
  { name: 'left-over goals: drop', act: press('Drop', (page) => page.getByRole('alertdialog')) },
  { name: 'open the check-in, with the last priority', act: async (page) => {
    await open('Complete Check-in')(page)
    await dialog(page).getByRole('group', { name: 'Did it happen?' }).waitFor()
  } },
  { name: 'check-in: the last priority happened', act: (page) =>
    click(dialog(page).getByRole('group', { name: 'Did it happen?' }).getByText('Partly', { exact: true })) },
  { name: 'check-in: choose a mood', act: (page) => click(dialog(page).getByText('Good', { exact: true })) },
  { name: 'check-in: write, each letter', act: type('Wins', 'Four signed') },
  { name: 'check-in: close', act: close(press('Close', dialog)) },
  { name: 'open your figures', act: async (page) => {
    await click(page.getByRole('button', { name: /^(Add Your|Update|Change) Figures$/ }))
    await dialog(page).waitFor()
  } },
  { name: 'your figures: write, each letter', act: type('Bank balance', '25') },
  { name: 'your figures: close', act: close(pressKey('Escape')) },
  { name: 'all check-ins', act: press('View All Check-ins') },
  { name: 'check-ins: open one', act: (page) => click(page.locator('main summary h3').nth(1)) },
  { name: 'comments of a check-in', act: async (page) => {
    await click(page.getByRole('main').getByRole('button', { name: COMMENTS }).first())
    await dialog(page).waitFor()
  } },
  { name: 'comments of a check-in: close', act: close(press('Close', dialog)) },
  { name: 'brain: decisions', act: pressTab('Decisions', 'Founder Brain') },
  { name: 'brain: own notes', act: pressTab('My Notes', 'Founder Brain') },
  { name: 'own note: write, each letter', act: type('New note', 'Call Priya') },
  { name: 'own note: save', act: pressKey('Control+Enter') },
  { name: 'own note: edit', act: press('Edit note: Call Priya') },
  { name: 'own note: end the edit', act: pressKey('Escape') },
  { name: 'own note: delete, the question', act: async (page) => {
    await press('Delete note: Call Priya')(page)
    await page.getByRole('alertdialog').waitFor()
  } },
  { name: 'own note: delete', act: press('Delete', (page) => page.getByRole('alertdialog')) },
  { name: 'open Growth Chat', act: async (page) => {
    await go('Growth Chat')(page)
    await page.getByRole('button', { name: 'Conversations' }).waitFor()
  } },
  { name: 'chat: write, each letter', act: type('Message to the AI Co-Founder', 'How') },
  { name: 'chat: conversations', act: open('Conversations') },
  { name: 'chat: close the conversations', act: close(pressKey('Escape')) },
  { name: 'chat: new conversation', act: press('New conversation') },
  { name: 'chat: growth squad', act: (page) => click(page.getByRole('tab', { name: 'Growth Squad' })) },
  { name: 'squad: write, each letter', act: (page) => page.getByRole('textbox').last().pressSequentially('How') },
  { name: 'back to the board', act: go('Command Board') },
  { name: 'open Traction', act: async (page) => {
    await go('Traction')(page)
    await page.getByRole('combobox', { name: 'Period' }).waitFor()
  } },
  { name: 'traction: sort the loops', act: press('Messages') },
  { name: 'traction: weekly targets', act: open('Weekly Targets') },
  { name: 'weekly targets: write, each letter', act: type('Conversions', '2') },
  { name: 'weekly targets: close', act: close(pressKey('Escape')) },
  { name: 'traction: list of the periods', act: (page) => click(page.getByRole('combobox', { name: 'Period' })) },
  { name: 'traction: all weeks', act: (page) => click(page.getByRole('option', { name: 'All weeks' })) },
  { name: 'back to the board from Traction', act: go('Command Board') },
  { name: 'open the search', act: async (page) => {
    await pressKey('Control+k')(page)
    await dialog(page).waitFor()
  } },
  { name: 'search: write, each letter', act: (page) => page.keyboard.type('pract', { delay: 20 }) },
  { name: 'search: choose with an arrow key', act: pressKey('ArrowDown') },
  { name: 'search: close', act: close(pressKey('Escape')) },
  { name: 'calendar: month', act: async (page) => {
    await show(calendar(page))
    await press('Month', calendar)(page)
  } },
  { name: 'calendar: next month', act: press('Next', calendar) },
  { name: 'calendar: previous month', act: press('Previous', calendar) },
  { name: 'calendar: an event of the month', act: openEvent },
  { name: 'calendar: next day', act: press('Next', calendar) },
  { name: 'calendar: week', act: press('Week', calendar) },
  { name: 'calendar: next week', act: press('Next', calendar) },
  { name: 'calendar: today', act: press('Today', calendar) },
  { name: 'calendar: an event of the week', act: openEvent },
  { name: 'calendar: subscribe', act: open('Subscribe in another calendar') },
  { name: 'calendar: close the subscription', act: close(pressKey('Escape')) },
  { name: 'connect a calendar', act: press('Connect Google Calendar') },
  { name: 'dismiss a notice', act: press('Dismiss') },
  { name: 'open the booking of a call', act: open('Schedule Call with Squad') },
  { name: 'booking: list of the squad', act: (page) => click(dialog(page).getByRole('combobox')) },
  { name: 'booking: choose a member', act: (page) => click(page.getByRole('option').first()) },
  { name: 'booking: close', act: close(pressKey('Escape')) },
  { name: 'open the account', act: open('Account settings') },
  { name: 'account: sign-in', act: pressTab('Sign-in', 'Your account') },
  { name: 'account: security', act: pressTab('Security', 'Your account') },
  { name: 'account: data', act: pressTab('Data', 'Your account') },
  { name: 'account: profile', act: pressTab('Profile', 'Your account') },
  { name: 'account: write a name, each letter', act: type('First name', 'x') },
  { name: 'account: close', act: close(press('Close', dialog)) },
  { name: 'dark theme', act: press(/^Switch to (dark|light) theme$/) },
  { name: 'light theme', act: press(/^Switch to (dark|light) theme$/) },
] // prettier-ignore

/** Actions on the board of a founder who has just signed up. */
export const firstActions: readonly Action[] = [
  { name: 'dismiss the first steps', act: press('Dismiss the first steps') },
]

/** Actions that are possible once a week, or only once. */
export const lastActions: readonly Action[] = [
  { name: 'make a calendar address', act: async (page) => {
    await press('Subscribe in another calendar')(page)
    await press('Create Address', dialog)(page)
    await press('Close', dialog)(page)
  } },
  { name: 'save a check-in', act: async (page) => {
    await press('Complete Check-in')(page)
    await dialog(page).getByLabel('Wins').fill('Four signed')
    await dialog(page).getByLabel('Next priority').fill('Ask two practices')
    await press('Save', dialog)(page)
  } },
] // prettier-ignore
