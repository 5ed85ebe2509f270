import type { Page } from '@playwright/test'
import { details, item } from './founder-details.ts'
import { expect, failure, figure, refuse, test } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank', adminOpens: 'about:blank' })

const tabs = ['Overview', 'Goals', 'Traction', 'Traction Mgmt', 'Decisions', 'Rate Decisions', 'Runway', 'AI Memory']

test.describe('search', () => {
  const names = (page: Page) => page.getByRole('listitem').locator('[id^=name-]')

  test('SPEC 2 users: search while typing matches part of any word of the name, ignoring case and accents', async ({
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
      await service.auth.admin.createUser({ email_confirm: true, email: `${index}-${founder.email}`, user_metadata })
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
    await search.fill(`${word} and no match`)
    await expect(page.getByText('No founder with that name.')).toBeVisible()
    await search.fill(`100% ${word}_\\'&|!:*`)
    await expect(page.getByText('No founder with that name.')).toBeVisible()
    await search.clear()
    await expect(names(page).first()).toHaveText(`Łukasz O’Brien${word}`)
  })

  test('SPEC 2 users: founders are listed newest first, 50 at a time; Load More Users loads the rest', async ({
    founder,
    admin: { page },
    service,
  }) => {
    const family = `Cohort${founder.firstName.slice(3)}`
    for (let number = 1; number <= 52; number++) {
      const user_metadata = { first_name: `Member${number}`, last_name: family }
      const { error } = await service.auth.admin.createUser({
        email_confirm: true,
        email: `${number}-${founder.email}`,
        user_metadata,
      })
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

  test('SPEC 8 users: shows an error when the list fails to load, with a retry', async ({ admin: { page } }) => {
    const allow = await refuse(page, '**/rest/v1/rpc/find_founders*')
    await page.goto('/admin/users')
    await expect(failure(page, 'Failed to load users')).toBeVisible()
    await allow()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(names(page).first()).toBeVisible()
  })
})

test.describe('details', () => {
  test('SPEC 2 details: 8 tabs, Overview first; a new founder’s tabs show empty states', async ({ founder, admin }) => {
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
        { user_id, title: 'Raise prices', reason: 'No one says no', impact: 'positive' as const, result: 'Up' },
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
      for (const text of ['No one says no', 'General', 'Positive', 'Up']) {
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

  test('SPEC 8 details: shows an error when records fail to load, with a retry', async ({ founder, admin }) => {
    const { page } = admin
    const allow = await refuse(page, '**/rest/v1/decisions*')
    await admin.opensDetailsOf(founder.firstName)
    await expect(failure(page, 'Failed to load user data').first()).toBeVisible()
    await allow()
    await details(page).getByRole('button', { name: 'Try again' }).click()
    await expect(details(page).getByText('No check-ins yet.')).toBeVisible()
  })
})
