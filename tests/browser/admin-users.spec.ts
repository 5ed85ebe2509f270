import type { Dialog, Page } from '@playwright/test'
import {
  Admin,
  allowWrites,
  dismiss,
  expect,
  failure,
  figure,
  loseWrites,
  refuse,
  success,
  test,
  type Founder,
} from './product.ts'

const UNREACHABLE = 'The server could not be reached. Nothing was changed.'

const details = (page: Page) => page.getByRole('dialog')

const tabs = ['Overview', 'Goals', 'Traction', 'Traction Mgmt', 'Decisions', 'Rate Decisions', 'Runway', 'AI Memory']

async function opens(admin: Admin, founder: Founder, tab: string): Promise<void> {
  await admin.opensDetailsOf(founder.firstName)
  await details(admin.page).getByRole('tab', { name: tab, exact: true }).click()
}

const item = (page: Page, name: string) => details(page).getByRole('listitem', { name, exact: true })

/** Answers the next question of the browser. @returns what it said */
const answers = (page: Page, answer: (dialog: Dialog) => Promise<void>) =>
  new Promise<string>((resolve, reject) =>
    page.once('dialog', (dialog) => void answer(dialog).then(() => resolve(dialog.message()), reject)),
  )

/** Writes to a table that this page asks for from now on. */
function writesTo(page: Page, table: string): string[] {
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.url().includes(`/rest/v1/${table}`) && request.method() !== 'GET') writes.push(request.method())
  })
  return writes
}

const saves = (page: Page) => page.keyboard.press('Tab')

test.describe('search', () => {
  const names = (page: Page) => page.getByRole('listitem').locator('[id^=name-]')

  test('SPEC 2 users: search by name as one types, part of any word, whatever its case and accents', async ({
    founder,
    admin: { page },
    service,
  }) => {
    const word = founder.firstName.slice(3)
    const people = [
      { first_name: 'Zoë', last_name: `Müller${word}` },
      { first_name: 'Łukasz', last_name: `O’Brien${word}` },
    ]
    for (const [index, user_metadata] of people.entries()) {
      await service.auth.admin.createUser({ email: `${index}-${founder.email}`, user_metadata })
    }
    await page.goto('/admin/users')
    const search = page.getByLabel('Search by name')
    await search.pressSequentially(word)
    await expect(names(page)).toHaveText([`Łukasz O’Brien${word}`, `Zoë Müller${word}`, `${founder.firstName} Founder`])
    for (const [typed, found] of [
      [`zoe MULLER${word}`, `Zoë Müller${word}`],
      [`ULL ${word} ZOË`, `Zoë Müller${word}`],
      [`lukasz ${word}`, `Łukasz O’Brien${word}`],
      [`o'brien${word}`, `Łukasz O’Brien${word}`],
      [`  ${founder.firstName.toUpperCase()}  found`, `${founder.firstName} Founder`],
    ] as const) {
      await search.fill(typed)
      await expect(names(page)).toHaveText([found])
    }
    await search.fill(`${word} and nobody else`)
    await expect(page.getByText('Nobody by that name.')).toBeVisible()
    await search.fill(`100% ${word}_\\'&|!:*`)
    await expect(page.getByText('Nobody by that name.')).toBeVisible()
    await search.clear()
    await expect(names(page).first()).toHaveText(`Łukasz O’Brien${word}`)
  })

  test('SPEC 2 users: founders come newest first, 50 at a time; Load More Users brings the rest', async ({
    founder,
    admin: { page },
    service,
  }) => {
    const family = `Cohort${founder.firstName.slice(3)}`
    for (let number = 1; number <= 52; number++) {
      const user_metadata = { first_name: `Member${number}`, last_name: family }
      const { error } = await service.auth.admin.createUser({ email: `${number}-${founder.email}`, user_metadata })
      expect(error).toBeNull()
    }
    const newestFirst = Array.from({ length: 52 }, (_, index) => `Member${52 - index} ${family}`)
    await page.goto('/admin/users')
    await page.getByLabel('Search by name').fill(family)
    await expect(page.getByText('52 found')).toBeVisible()
    await expect(names(page)).toHaveText(newestFirst.slice(0, 50))
    await page.getByRole('button', { name: 'Load More Users' }).click()
    await expect(names(page)).toHaveText(newestFirst)
    await expect(page.getByRole('button', { name: 'Load More Users' })).toBeHidden()
  })

  test('SPEC 8 users: a list that fails to load is told, and can be tried again', async ({ admin: { page } }) => {
    const allow = await refuse(page, '**/rest/v1/rpc/find_founders*')
    await page.goto('/admin/users')
    await expect(failure(page, 'Failed to load users')).toBeVisible()
    await allow()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(names(page).first()).toBeVisible()
  })
})

test.describe('details', () => {
  test('SPEC 2 details: 8 tabs, Overview first; a new founder’s say that there is nothing', async ({
    founder,
    admin,
  }) => {
    const { page } = admin
    await admin.opensDetailsOf(founder.firstName)
    await expect(page.getByRole('dialog', { name: `${founder.firstName} Founder` })).toBeVisible()
    await expect(details(page).getByRole('tab')).toHaveText(tabs)
    await expect(details(page).getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true')
    for (const [tab, empty] of [
      ['Overview', 'No check-ins yet.'],
      ['Goals', 'No goals yet.'],
      ['Traction', 'No traction loops yet.'],
      ['Traction Mgmt', 'No traction loops yet.'],
      ['Decisions', 'No decisions yet.'],
      ['Rate Decisions', 'No decisions yet.'],
      ['Runway', 'No runway data recorded yet. The first amount begins the record.'],
    ] as const) {
      await details(page).getByRole('tab', { name: tab, exact: true }).click()
      await expect(details(page).getByRole('tabpanel', { name: tab, exact: true }).getByText(empty)).toBeVisible()
    }
    await details(page).getByRole('tab', { name: 'AI Memory' }).click()
    await expect(details(page).getByRole('textbox', { name: 'AI memory' })).toHaveValue('')
  })

  test('SPEC 7 details: each tab shows this founder’s records', async ({ founder, admin, service }) => {
    const { page } = admin
    const user_id = await founder.id()
    const rows = {
      goals: [
        { user_id, text: 'Ten demos', period: 'weekly' as const, completed: true },
        { user_id, text: 'A hundred demos', period: 'yearly' as const, completed: false },
      ],
      traction_loops: [
        { user_id, name: 'Outreach', status: 'running' as const, conversions: 1, demos: 2, messages: 30 },
        { user_id, name: 'Webinars', status: 'scaling' as const, conversions: 4, demos: 5, messages: 60 },
      ],
      decisions: [
        { user_id, title: 'Raise prices', reason: 'Nobody says no', impact: 'positive' as const, result: 'Up' },
      ],
      notes: [{ user_id, title: 'A note', content: 'Text' }],
      weekly_checkins: [
        { user_id, week_of: '2026-03-02', mood: 4, wins: 'Two demos', blockers: 'Pricing page', next_priority: 'Hire' },
        { user_id, week_of: '2026-02-23', mood: 1, wins: 'An older win', blockers: '', next_priority: 'Older' },
      ],
    }
    await service.from('goals').insert(rows.goals).throwOnError()
    await service.from('traction_loops').insert(rows.traction_loops).throwOnError()
    await service.from('decisions').insert(rows.decisions).throwOnError()
    await service.from('notes').insert(rows.notes).throwOnError()
    await service.from('weekly_checkins').insert(rows.weekly_checkins).throwOnError()
    await service.from('founder_ai_memory').insert({ user_id, memory_content: 'Sells to dentists' }).throwOnError()
    await admin.opensDetailsOf(founder.firstName)
    const panel = details(page).getByRole('tabpanel')
    const choose = (tab: string) => details(page).getByRole('tab', { name: tab, exact: true }).click()

    await test.step('Overview', async () => {
      await expect(figure(panel, 'Goals')).toHaveText('21 completed')
      await expect(figure(panel, 'Traction loops')).toHaveText('21 running')
      await expect(figure(panel, 'Decisions')).toHaveText('1')
      await expect(figure(panel, 'Notes')).toHaveText('1')
      await expect(panel.getByText('Week of Mar 2, 2026 · Good')).toBeVisible()
      await expect(panel.getByText('Two demos')).toBeVisible()
      await expect(panel.getByText('Blockers: Pricing page')).toBeVisible()
      await expect(panel.getByText('Next priority: Hire')).toBeVisible()
      await expect(panel.getByText('An older win')).toBeHidden()
    })
    await test.step('Goals', async () => {
      await choose('Goals')
      const goal = (text: string) => panel.getByRole('listitem').filter({ has: page.getByText(text, { exact: true }) })
      await expect(goal('Ten demos')).toHaveText('Ten demosWeeklyCompleted')
      await expect(goal('A hundred demos')).toHaveText('A hundred demosYearlyOpen')
    })
    await test.step('Traction', async () => {
      await choose('Traction')
      await expect(figure(panel, 'Conversions')).toHaveText('5')
      await expect(figure(panel, 'Demos')).toHaveText('7')
      await expect(figure(panel, 'Messages')).toHaveText('90')
      const loop = panel.getByRole('listitem').filter({ hasText: 'Webinars' })
      await expect(loop).toHaveText('WebinarsScalingConversions4Demos5Messages60')
      await expect(panel.getByRole('textbox')).toHaveCount(0)
    })
    await test.step('Traction Mgmt', async () => {
      await choose('Traction Mgmt')
      await expect(item(page, 'Outreach').getByLabel('Messages')).toHaveValue('30')
      await expect(item(page, 'Webinars').getByRole('combobox', { name: 'Status' })).toHaveText('Scaling')
    })
    await test.step('Decisions', async () => {
      await choose('Decisions')
      await expect(panel.getByRole('heading', { name: 'Raise prices' })).toBeVisible()
      for (const text of ['Nobody says no', 'General', 'Positive', 'Up']) {
        await expect(panel.getByText(text, { exact: true })).toBeVisible()
      }
    })
    await test.step('Rate Decisions', async () => {
      await choose('Rate Decisions')
      await expect(item(page, 'Raise prices').getByLabel('Result notes')).toHaveValue('Up')
    })
    await test.step('AI Memory', async () => {
      await choose('AI Memory')
      await expect(panel.getByRole('textbox', { name: 'AI memory' })).toHaveValue('Sells to dentists')
    })
  })

  test('SPEC 8 details: records that fail to load are told, and can be tried again', async ({ founder, admin }) => {
    const { page } = admin
    const allow = await refuse(page, '**/rest/v1/decisions*')
    await admin.opensDetailsOf(founder.firstName)
    await expect(failure(page, 'Failed to load user data').first()).toBeVisible()
    await allow()
    await details(page).getByRole('button', { name: 'Try again' }).click()
    await expect(details(page).getByText('No check-ins yet.')).toBeVisible()
  })
})

test.describe('Traction Mgmt', () => {
  const OUTREACH = { name: 'Outreach', status: 'running', conversions: 1, demos: 2, messages: 3 } as const

  test('SPEC 4 loops: the name comes from a prompt; a new loop is running with 0, 0 and 0', async ({
    founder,
    admin,
    service,
  }) => {
    const { page } = admin
    await opens(admin, founder, 'Traction Mgmt')
    const asked = answers(page, (prompt) => prompt.accept('  Cold outreach '))
    await details(page).getByRole('button', { name: 'Add Loop' }).click()
    expect(await asked).toBe('Loop name')
    await expect(success(page, 'Loop created successfully')).toBeVisible()
    const loop = item(page, 'Cold outreach')
    await expect(loop.getByRole('combobox', { name: 'Status' })).toHaveText('Running')
    for (const count of ['Conversions', 'Demos', 'Messages']) await expect(loop.getByLabel(count)).toHaveValue('0')
    const { data } = await service.from('traction_loops').select().eq('user_id', await founder.id()) // prettier-ignore
    expect(data).toMatchObject([{ name: 'Cold outreach', status: 'running', conversions: 0, demos: 0, messages: 0 }])
  })

  test('SPEC 5 loops: a prompt that is left empty or cancelled makes no loop', async ({ founder, admin }) => {
    const { page } = admin
    await opens(admin, founder, 'Traction Mgmt')
    const writes = writesTo(page, 'traction_loops')
    for (const answer of [
      (prompt: Dialog) => prompt.accept(''),
      (prompt: Dialog) => prompt.accept('   '),
      (prompt: Dialog) => prompt.dismiss(),
    ]) {
      const asked = answers(page, answer)
      await details(page).getByRole('button', { name: 'Add Loop' }).click()
      await asked
    }
    await admin.addsLoop('The only one')
    await expect(item(page, 'The only one')).toBeVisible()
    await expect(details(page).getByRole('tabpanel').getByRole('listitem')).toHaveCount(1)
    expect(writes).toEqual(['POST'])
  })

  test('SPEC 5 loops: name and counts are saved when they are left, and only if they changed', async ({
    founder,
    admin,
    service,
  }) => {
    const { page } = admin
    const user_id = await founder.id()
    await service.from('traction_loops').insert({ user_id, ...OUTREACH }).throwOnError() // prettier-ignore
    await opens(admin, founder, 'Traction Mgmt')
    const writes = writesTo(page, 'traction_loops')
    const stored = async () => {
      const { data } = await service.from('traction_loops').select().eq('user_id', user_id).single().throwOnError()
      return data
    }
    await item(page, 'Outreach').getByLabel('Name').fill('Other')
    await item(page, 'Outreach').getByLabel('Name').fill('Outreach')
    await saves(page)
    await item(page, 'Outreach').getByLabel('Name').fill('   ')
    await saves(page)
    await expect(item(page, 'Outreach').getByLabel('Name')).toHaveValue('Outreach')
    await item(page, 'Outreach').getByLabel('Demos').fill('02')
    await saves(page)
    await item(page, 'Outreach').getByLabel('Messages').focus()
    await saves(page)
    expect(writes).toEqual([])

    await item(page, 'Outreach').getByLabel('Name').fill(' Warm outreach ')
    expect(writes).toEqual([])
    await saves(page)
    await expect(success(page, 'Name updated')).toBeVisible()
    expect(await stored()).toMatchObject({ ...OUTREACH, name: 'Warm outreach' })

    await item(page, 'Warm outreach').getByLabel('Conversions').fill('12')
    await saves(page)
    await dismiss(success(page, 'Updated'))
    await item(page, 'Warm outreach').getByLabel('Demos').fill('34')
    await saves(page)
    await dismiss(success(page, 'Updated'))
    await item(page, 'Warm outreach').getByLabel('Messages').fill('5678')
    await saves(page)
    await dismiss(success(page, 'Updated'))
    expect(await stored()).toMatchObject({ name: 'Warm outreach', conversions: 12, demos: 34, messages: 5678 })
    expect(writes).toEqual(['PATCH', 'PATCH', 'PATCH', 'PATCH'])
  })

  test('SPEC 5 loops: counts are whole numbers; what is no number becomes 0', async ({ founder, admin, service }) => {
    const { page } = admin
    const user_id = await founder.id()
    await service.from('traction_loops').insert({ user_id, ...OUTREACH, demos: 9 }).throwOnError() // prettier-ignore
    await opens(admin, founder, 'Traction Mgmt')
    for (const [count, typed, becomes] of [
      ['Conversions', 'many', '0'],
      ['Demos', '', '0'],
      ['Messages', '12.9 or so', '12'],
    ] as const) {
      await item(page, 'Outreach').getByLabel(count).fill(typed)
      await saves(page)
      await dismiss(success(page, 'Updated'))
      await expect(item(page, 'Outreach').getByLabel(count)).toHaveValue(becomes)
    }
    const { data } = await service.from('traction_loops').select().eq('user_id', user_id)
    expect(data).toMatchObject([{ conversions: 0, demos: 0, messages: 12 }])
  })

  test('SPEC 4 loops: the status is set freely, and saved as it is chosen', async ({ founder, admin, service }) => {
    const { page } = admin
    const user_id = await founder.id()
    await service.from('traction_loops').insert({ user_id, ...OUTREACH }).throwOnError() // prettier-ignore
    await opens(admin, founder, 'Traction Mgmt')
    const status = item(page, 'Outreach').getByRole('combobox', { name: 'Status' })
    await status.click()
    await expect(page.getByRole('option')).toHaveText(['Running', 'Paused', 'Scaling'])
    await page.keyboard.press('Escape')
    for (const name of ['Scaling', 'Paused', 'Running']) {
      await status.click()
      await page.getByRole('option', { name }).click()
      await dismiss(success(page, 'Status updated'))
      await expect(status).toHaveText(name)
      const { data } = await service.from('traction_loops').select('status').eq('user_id', user_id)
      expect(data).toEqual([{ status: name.toLowerCase() }])
    }
  })

  test('SPEC 2 loops: deleting asks "Delete this loop?"; whoever cancels keeps it', async ({
    founder,
    admin,
    service,
  }) => {
    const { page } = admin
    const user_id = await founder.id()
    await service.from('traction_loops').insert({ user_id, ...OUTREACH }).throwOnError() // prettier-ignore
    await opens(admin, founder, 'Traction Mgmt')
    const writes = writesTo(page, 'traction_loops')
    const remove = item(page, 'Outreach').getByRole('button', { name: 'Delete loop' })
    const cancelled = answers(page, (question) => question.dismiss())
    await remove.click()
    expect(await cancelled).toBe('Delete this loop?')
    await expect(item(page, 'Outreach')).toBeVisible()
    expect(writes).toEqual([])
    const confirmed = answers(page, (question) => question.accept())
    await remove.click()
    await confirmed
    await expect(success(page, 'Loop deleted')).toBeVisible()
    await expect(item(page, 'Outreach')).toHaveCount(0)
    const { data } = await service.from('traction_loops').select().eq('user_id', user_id)
    expect(data).toEqual([])
  })

  test('SPEC 8 loops: "Error creating loop"; the prompt still knows the name', async ({ founder, admin }) => {
    const { page } = admin
    await opens(admin, founder, 'Traction Mgmt')
    await loseWrites(page, 'traction_loops')
    const asked = answers(page, (prompt) => prompt.accept('Cold outreach'))
    await details(page).getByRole('button', { name: 'Add Loop' }).click()
    await asked
    await expect(failure(page, UNREACHABLE, 'Error creating loop')).toBeVisible()
    await allowWrites(page, 'traction_loops')
    let offered = ''
    const again = answers(page, (prompt) => {
      offered = prompt.defaultValue()
      return prompt.accept(offered)
    })
    await details(page).getByRole('button', { name: 'Add Loop' }).click()
    await again
    expect(offered).toBe('Cold outreach')
    await expect(item(page, 'Cold outreach')).toBeVisible()
    const next = answers(page, (prompt) => {
      offered = prompt.defaultValue()
      return prompt.dismiss()
    })
    await details(page).getByRole('button', { name: 'Add Loop' }).click()
    await next
    expect(offered).toBe('')
  })

  test('SPEC 8 loops: "Error updating"; what was typed stays, and is saved when it is left again', async ({
    founder,
    admin,
    service,
  }) => {
    const { page } = admin
    const user_id = await founder.id()
    await service.from('traction_loops').insert({ user_id, ...OUTREACH }).throwOnError() // prettier-ignore
    await opens(admin, founder, 'Traction Mgmt')
    await loseWrites(page, 'traction_loops')
    const name = item(page, 'Outreach').getByLabel('Name')
    await name.fill('Warm outreach')
    await saves(page)
    await dismiss(failure(page, UNREACHABLE, 'Error updating'))
    await expect(name).toHaveValue('Warm outreach')
    await item(page, 'Outreach').getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Scaling' }).click()
    await expect(failure(page, UNREACHABLE, 'Error updating')).toBeVisible()
    await expect(item(page, 'Outreach').getByRole('combobox', { name: 'Status' })).toHaveText('Running')
    await allowWrites(page, 'traction_loops')
    await name.focus()
    await saves(page)
    await expect(success(page, 'Name updated')).toBeVisible()
    await expect(item(page, 'Warm outreach')).toBeVisible()
  })

  test('SPEC 8 loops: "Error deleting"; the loop stays', async ({ founder, admin, service }) => {
    const { page } = admin
    await service.from('traction_loops').insert({ user_id: await founder.id(), ...OUTREACH }).throwOnError() // prettier-ignore
    await opens(admin, founder, 'Traction Mgmt')
    await loseWrites(page, 'traction_loops')
    const asked = answers(page, (question) => question.accept())
    await item(page, 'Outreach').getByRole('button', { name: 'Delete loop' }).click()
    await asked
    await expect(failure(page, UNREACHABLE, 'Error deleting')).toBeVisible()
    await expect(item(page, 'Outreach')).toBeVisible()
  })

  test('SPEC 5 loops: what is typed is saved too when Escape closes the dialog', async ({
    founder,
    admin,
    service,
  }) => {
    const { page } = admin
    await service.from('traction_loops').insert({ user_id: await founder.id(), ...OUTREACH }).throwOnError() // prettier-ignore
    await opens(admin, founder, 'Traction Mgmt')
    await item(page, 'Outreach').getByLabel('Demos').fill('77')
    await page.keyboard.press('Escape')
    await expect(details(page)).toBeHidden()
    await expect(success(page, 'Updated')).toBeVisible()
  })

  test('SPEC 8 loops: a change to a loop that somebody has deleted is "Error updating"', async ({
    founder,
    admin,
    service,
  }) => {
    const user_id = await founder.id()
    await service.from('traction_loops').insert({ user_id, ...OUTREACH }).throwOnError() // prettier-ignore
    await opens(admin, founder, 'Traction Mgmt')
    const demos = item(admin.page, 'Outreach').getByLabel('Demos')
    await demos.fill('42')
    await service.from('traction_loops').delete().eq('user_id', user_id).throwOnError()
    await saves(admin.page)
    const gone = 'It is no longer there. Somebody else may have deleted it.'
    await expect(failure(admin.page, gone, 'Error updating')).toBeVisible()
  })

  test('SPEC 7 loops: two admins who edit one loop at once lose neither field', async ({
    founder,
    admin,
    service,
    browser,
    deployed,
  }) => {
    const user_id = await founder.id()
    await service.from('traction_loops').insert({ user_id, ...OUTREACH }).throwOnError() // prettier-ignore
    const context = await browser.newContext({ baseURL: deployed.adminUrl })
    const second = new Admin(await context.newPage())
    await second.signsIn()
    await opens(admin, founder, 'Traction Mgmt')
    await opens(second, founder, 'Traction Mgmt')
    await item(admin.page, 'Outreach').getByLabel('Name').fill('Warm outreach')
    await item(second.page, 'Outreach').getByLabel('Demos').fill('42')
    await Promise.all([saves(admin.page), saves(second.page)])
    await expect(success(admin.page, 'Name updated')).toBeVisible()
    await expect(success(second.page, 'Updated')).toBeVisible()
    const { data } = await service.from('traction_loops').select().eq('user_id', user_id)
    expect(data).toMatchObject([{ ...OUTREACH, name: 'Warm outreach', demos: 42 }])
    for (const each of [admin, second]) {
      await opens(each, founder, 'Traction Mgmt')
      await expect(item(each.page, 'Warm outreach').getByLabel('Demos')).toHaveValue('42')
    }
    await context.close()
  })
})

test.describe('Rate Decisions', () => {
  const RAISE = { title: 'Raise prices', reason: 'Nobody says no' }

  test('SPEC 4 ratings: impact and result notes are set, and the founder reads them', async ({
    founder,
    admin,
    service,
  }) => {
    const { page } = admin
    const user_id = await founder.id()
    await service.from('decisions').insert({ user_id, ...RAISE }).throwOnError() // prettier-ignore
    await opens(admin, founder, 'Rate Decisions')
    const impact = item(page, 'Raise prices').getByRole('combobox', { name: 'Impact' })
    await expect(impact).toHaveText('Neutral')
    await impact.click()
    await expect(page.getByRole('option')).toHaveText(['Positive', 'Neutral', 'Negative'])
    await page.getByRole('option', { name: 'Negative' }).click()
    await expect(success(page, 'Impact rating updated')).toBeVisible()
    await item(page, 'Raise prices').getByLabel('Result notes').fill('Two customers left')
    await saves(page)
    await expect(success(page, 'Result notes updated')).toBeVisible()
    const { data } = await service.from('decisions').select().eq('user_id', user_id)
    expect(data).toMatchObject([{ ...RAISE, impact: 'negative', result: 'Two customers left' }])
    await founder.page.goto('/brain')
    await founder.page.getByRole('tab', { name: 'Decisions' }).click()
    await expect(founder.page.getByText('Negative', { exact: true })).toBeVisible()
    await expect(founder.page.getByText('Two customers left')).toBeVisible()
  })

  test('SPEC 8 ratings: "Error updating"; the notes stay where they were typed', async ({
    founder,
    admin,
    service,
  }) => {
    const { page } = admin
    await service.from('decisions').insert({ user_id: await founder.id(), ...RAISE }).throwOnError() // prettier-ignore
    await opens(admin, founder, 'Rate Decisions')
    await loseWrites(page, 'decisions')
    const notes = item(page, 'Raise prices').getByLabel('Result notes')
    await notes.fill('Two customers left')
    await saves(page)
    await expect(failure(page, UNREACHABLE, 'Error updating')).toBeVisible()
    await expect(notes).toHaveValue('Two customers left')
    await allowWrites(page, 'decisions')
    await notes.focus()
    await saves(page)
    await expect(success(page, 'Result notes updated')).toBeVisible()
  })
})

test.describe('Runway', () => {
  test('SPEC 2 runway: the first amount begins the record; net burn and months follow from the three', async ({
    founder,
    admin,
    service,
  }) => {
    const { page } = admin
    await opens(admin, founder, 'Runway')
    const panel = details(page).getByRole('tabpanel')
    for (const [field, amount] of [
      ['Bank balance', '$97,500.50'],
      ['Monthly revenue', '10000'],
      ['Monthly burn', '25,000'],
    ] as const) {
      await panel.getByLabel(field).fill(amount)
      await saves(page)
      await dismiss(success(page, 'Updated'))
    }
    await expect(panel.getByLabel('Bank balance')).toHaveValue('97500.5')
    await expect(figure(panel, 'Net burn')).toHaveText('$15,000leaves the bank each month')
    await expect(figure(panel, 'Runway')).toHaveText('6.5 monthsat this pace')
    const { data } = await service.from('runway_data').select().eq('user_id', await founder.id()) // prettier-ignore
    expect(data).toMatchObject([{ bank_balance: 97_500.5, monthly_revenue: 10_000, monthly_burn: 25_000 }])

    await panel.getByLabel('Monthly revenue').fill('25000')
    await saves(page)
    await expect(figure(panel, 'Runway')).toHaveText('Not running outrevenue covers the burn')
    await expect(figure(panel, 'Net burn')).toHaveText('$0stays in the bank each month')
  })

  test('SPEC 2 runway: what is no amount is marked and not saved; what the database refuses stays in the field', async ({
    founder,
    admin,
    service,
  }) => {
    const { page } = admin
    const user_id = await founder.id()
    const amounts = { bank_balance: 100, monthly_revenue: 10, monthly_burn: 20 }
    await service.from('runway_data').insert({ user_id, ...amounts }).throwOnError() // prettier-ignore
    await opens(admin, founder, 'Runway')
    const writes = writesTo(page, 'runway_data')
    const burn = details(page).getByLabel('Monthly burn')
    await burn.fill('12,50')
    await saves(page)
    await expect(burn).toHaveValue('12,50')
    await expect(burn).toHaveAttribute('aria-invalid', 'true')
    expect(writes).toEqual([])
    await burn.fill('-5')
    await saves(page)
    await expect(page.getByRole('alert').filter({ hasText: /^Error updating/ })).toBeVisible()
    await expect(burn).toHaveValue('-5')
    const { data } = await service.from('runway_data').select().eq('user_id', user_id)
    expect(data).toMatchObject([amounts])
  })
})

test.describe('AI Memory', () => {
  test('SPEC 8 memory: it is saved, and saved again over itself', async ({ founder, admin, service }) => {
    const { page } = admin
    await opens(admin, founder, 'AI Memory')
    for (const text of ['Sells to dentists', 'Sells to dentists.\nHates cold calls.']) {
      await details(page).getByRole('textbox', { name: 'AI memory' }).fill(text)
      await details(page).getByRole('button', { name: 'Save' }).click()
      await dismiss(success(page, 'AI memory updated successfully'))
      const { data } = await service.from('founder_ai_memory').select().eq('user_id', await founder.id()) // prettier-ignore
      expect(data).toMatchObject([{ memory_content: text }])
    }
    await opens(admin, founder, 'AI Memory')
    await expect(details(page).getByRole('textbox', { name: 'AI memory' })).toHaveValue(
      'Sells to dentists.\nHates cold calls.',
    )
  })

  test('SPEC 2 memory: what is typed survives another tab, closing the dialog and a reload', async ({
    founder,
    admin,
  }) => {
    const { page } = admin
    await opens(admin, founder, 'AI Memory')
    await details(page).getByRole('textbox', { name: 'AI memory' }).fill('Half a thought')
    await details(page).getByRole('tab', { name: 'Goals' }).click()
    await page.keyboard.press('Escape')
    await expect(details(page)).toBeHidden()
    await opens(admin, founder, 'AI Memory')
    await expect(details(page).getByRole('textbox', { name: 'AI memory' })).toHaveValue('Half a thought')
  })

  test('SPEC 8 memory: a failed save is told, and the text stays', async ({ founder, admin }) => {
    const { page } = admin
    await opens(admin, founder, 'AI Memory')
    await loseWrites(page, 'founder_ai_memory')
    await details(page).getByRole('textbox', { name: 'AI memory' }).fill('Sells to dentists')
    await details(page).getByRole('button', { name: 'Save' }).click()
    await expect(failure(page, 'Failed to save AI memory')).toBeVisible()
    await expect(details(page).getByRole('textbox', { name: 'AI memory' })).toHaveValue('Sells to dentists')
    await allowWrites(page, 'founder_ai_memory')
    await details(page).getByRole('button', { name: 'Save' }).click()
    await expect(success(page, 'AI memory updated successfully')).toBeVisible()
  })

  test('SPEC 8 memory: a failed load is told, and nothing can be saved over what was not read', async ({
    founder,
    admin,
  }) => {
    const { page } = admin
    const allow = await refuse(page, '**/rest/v1/founder_ai_memory*')
    await opens(admin, founder, 'AI Memory')
    await expect(failure(page, 'Failed to load AI memory')).toBeVisible()
    await expect(details(page).getByRole('button', { name: 'Save' })).toHaveCount(0)
    await allow()
    await details(page).getByRole('button', { name: 'Try again' }).click()
    await expect(details(page).getByRole('textbox', { name: 'AI memory' })).toHaveValue('')
  })
})
